# Reads a diff without context (part is 1), then workflow commands (part is 2): those at changed lines stay, others become words, which GitHub shows
# at no line. A command with no line, or with no file, is about everything, and stays.
part == 1 && /^\+\+\+ / {
  file = substr($0, 5)
  sub(/\t$/, "", file)
  sub(/^b\//, "", file)
  next
}
part == 1 && /^@@ / {
  split($3, range, ",")
  from = substr(range[1], 2) + 0
  n = range[2] == "" ? 1 : range[2] + 0
  # Where lines were only removed, what stands on either side has changed its meaning.
  if (n == 0) { to = from + 1 } else { to = from + n - 1 }
  ranges[file] = ranges[file] " " from "-" to
  next
}
part == 1 { next }

# property is the value of a property of a command; empty if there is none.
function property(head, name,    at, rest) {
  at = match(head, "[ ,]" name "=")
  if (!at) return ""
  rest = substr(head, at + length(name) + 2)
  sub(/,.*/, "", rest)
  return unescaped(rest)
}
function unescaped(s) {
  gsub(/%0D/, "", s); gsub(/%0A/, "\n\t", s); gsub(/%3A/, ":", s); gsub(/%2C/, ",", s); gsub(/%25/, "%", s)
  return s
}
# concerned reports whether lines of a file have changed.
function concerned(file, from, to,    all, n, i, r) {
  n = split(ranges[file], all, " ")
  for (i = 1; i <= n; i++) {
    split(all[i], r, "-")
    if (from <= r[2] + 0 && to >= r[1] + 0) return 1
  }
  return 0
}
/^::(error|warning) / {
  end = index(substr($0, 3), "::")
  head = substr($0, 1, end + 1)
  file = property(head, "file"); line = property(head, "line") + 0; last = property(head, "endLine") + 0
  if (file == "" || line == 0 || concerned(file, line, last > line ? last : line)) { print; next }
  print file ":" line ": " property(head, "title") ": " unescaped(substr($0, end + 4))
  next
}
{ print }

#!/usr/bin/env bash
# Runs calvin for action.yml: check, explore if that is asked for, and a report of both. The inputs of the action come as variables of the
# environment; GITHUB_OUTPUT gets the outputs and GITHUB_STEP_SUMMARY the summary.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
calvin=${CALVIN:-calvin}
report=${REPORT:?the directory for the results}
read -ra packages <<<"${PACKAGES:-./...}"
read -ra flags <<<"${FLAGS:-}"
read -ra explore_flags <<<"${EXPLORE_FLAGS:-}"

mkdir -p "$report"
report=$(cd "$report" && pwd)
rm -f "$report"/*.json "$report"/*.html

# changes prints the diff since the revision, by names relative to the root of the repository. All lines of files that git does not know are new.
changes() {
  git -c core.quotePath=false diff --unified=0 --no-relative --no-color --no-ext-diff --src-prefix=a/ --dst-prefix=b/ "$DIFF" --
  git -c core.quotePath=false -C "$(git rev-parse --show-toplevel)" ls-files --others --exclude-standard |
    while IFS= read -r file; do
      printf '+++ b/%s\n@@ -0,0 +1,%d @@\n' "$file" 1000000
    done
}

# show prints annotations, or those of changed lines only: then the others are words in the log.
show() {
  if [ "${ANNOTATE:-all}" = changed ] && [ "${FORMAT:-github}" = github ] && [ -n "${DIFF:-}" ]; then
    changes >"$report/changes.diff"
    awk -f "$here/changed.awk" part=1 "$report/changes.diff" part=2 -
    rm -f "$report/changes.diff"
  else
    cat
  fi
}

# run NAME ARGS... runs a command with its results in the directory of the report, and sets code.
run() {
  local name=$1 output=${OUTPUT:-}
  shift
  if [ -n "$output" ] && [ "$name" != check ]; then
    local last=${output##*/} # calvin.sarif becomes calvin.explore.sarif
    case $last in
      *.*) output=${output%.*}.$name.${last##*.} ;;
      *) output=$output.$name ;;
    esac
  fi
  local args=("$name" -f "${FORMAT:-github}" -json "$report/$name.json" -html "$report/$name.html" "$@" "${packages[@]}")
  code=0
  # Both go to files first: what a terminal shows meanwhile would stand before a command on its line.
  "$calvin" "${args[@]}" >"${output:-$report/$name.log}" 2>"$report/$name.err" || code=$?
  cat "$report/$name.err" >&2
  if [ -z "$output" ]; then
    show <"$report/$name.log"
  fi
  rm -f "$report/$name.log" "$report/$name.err"
}

# worst CODES... prints the exit code of several: what was in error, what failed, what is unknown, what is verified.
worst() {
  local c
  for c in "$@"; do
    case $c in 0 | 1 | 2 | 3) ;; *) echo "$c"; return ;; esac
  done
  for c in 2 1 3; do
    case " $* " in *" $c "*) echo "$c"; return ;; esac
  done
  echo 0
}

# Nothing is put off, unless the flags say how long a run may take.
all=(-thorough)
case " ${flags[*]-}" in *' -limit'* | *' --limit'*) all=() ;; esac

run check ${all[@]+"${all[@]}"} ${DIFF:+-diff "$DIFF"} ${flags[@]+"${flags[@]}"}
codes=("$code")
if [ "${EXPLORE:-false}" = true ]; then
  run explore ${explore_flags[@]+"${explore_flags[@]}"}
  codes+=("$code")
fi

commit=${GITHUB_SHA:-}
commit=${commit:0:10}
# A check of what changed is no run for the history: all else would count as gone.
history=${HISTORY:-}
if [ -n "$history" ] && [ -z "${DIFF:-}" ] && [ -f "$history" ]; then
  cp "$history" "$report/history.jsonl"
else
  rm -f "$report/history.jsonl"
fi
# Without a file of results there is nothing to report: the command line was in error.
if compgen -G "$report/*.json" >/dev/null && "$calvin" report -label "${LABEL:-$commit}" -markdown "$report/summary.md" "$report"; then
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    cat "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"
  fi
  rm -f "$report/summary.md"
  if [ -n "$history" ] && [ -z "${DIFF:-}" ]; then
    mkdir -p "$(dirname "$history")"
    cp "$report/history.jsonl" "$history"
  fi
fi

code=$(worst "${codes[@]}")
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  { echo "exit-code=$code"; echo "report=$report"; } >>"$GITHUB_OUTPUT"
fi
exit "$code"

-- Opens the file ARGS.file in Neovim with the language server ARGS.server, breaks and mends one function after the other, and
-- writes to ARGS.out how long each took to be seen, in milliseconds.
local function fail(message)
  io.stderr:write(message .. "\n")
  vim.cmd("cquit")
end

local function wait(what, condition)
  local begun = vim.loop.hrtime()
  if not vim.wait(30000, condition, 1) then
    local shown = {}
    for _, d in ipairs(vim.diagnostic.get(0)) do
      table.insert(shown, d.lnum + 1 .. ": " .. d.message)
    end
    fail("waited in vain for " .. what .. "; shown is\n" .. table.concat(shown, "\n"))
  end
  return (vim.loop.hrtime() - begun) / 1e6
end

vim.cmd("edit " .. ARGS.file)
vim.bo.filetype = "go"
local client = vim.lsp.start_client({
  name = "calvin",
  cmd = { ARGS.server, "lsp" },
  root_dir = vim.fn.fnamemodify(ARGS.file, ":h"),
})
vim.lsp.buf_attach_client(0, client)

local function line(pattern)
  local at = vim.fn.search(pattern, "nw")
  if at == 0 then fail("there is no " .. pattern) end
  return at
end

-- errors is the number of diagnostics between the lines of a function.
local function errors(name)
  local first = line("^func.*) " .. name .. "(")
  local last = vim.fn.search("^}", "nW")
  vim.fn.cursor(first, 1)
  last = vim.fn.search("^}", "nW")
  local n = 0
  for _, d in ipairs(vim.diagnostic.get(0)) do
    if first - 1 <= d.lnum and d.lnum <= last - 1 then n = n + 1 end
  end
  return n
end

-- change comments the Lock and Unlock of a function out, or in again.
local function change(name, broken)
  local first = line("^func.*) " .. name .. "(")
  for i = first, first + 12 do
    local text = vim.fn.getline(i)
    if broken and (text == "\tc.mu.Lock()" or text == "\tc.mu.Unlock()") then
      vim.fn.setline(i, "\t// " .. text:sub(2))
    elseif not broken and (text == "\t// c.mu.Lock()" or text == "\t// c.mu.Unlock()") then
      vim.fn.setline(i, "\t" .. text:sub(5))
    end
    if text == "}" then break end
  end
end

wait("the finding that is there from the beginning", function() return #vim.diagnostic.get(0) > 0 end)
change("Broken", false)
vim.cmd("silent write")
wait("it to go", function() return #vim.diagnostic.get(0) == 0 end)

local saved, typed = {}, {}
for i = 1, ARGS.edits do
  local name = "Add" .. ((math.floor((i - 1) / 2) * 7) % ARGS.functions)
  local broken = i % 2 == 1
  change(name, broken)
  vim.cmd("silent write")
  table.insert(saved, wait(name .. " after a save", function() return (errors(name) > 0) == broken end))
end
for i = 1, ARGS.edits do
  local name = "Add" .. ((math.floor((i - 1) / 2) * 5 + 1) % ARGS.functions)
  local broken = i % 2 == 1
  change(name, broken)
  table.insert(typed, wait(name .. " after typing", function() return (errors(name) > 0) == broken end))
end
vim.cmd("silent write")

-- What else is asked of a server.
local at = line("^func.*) Add0(")
vim.fn.cursor(at, vim.fn.getline(at):find("Add0"))
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000) or {}
  local answer = answers[client]
  if not answer or answer.err then fail(method .. ": " .. vim.inspect(answer)) end
  return answer.result
end
local place = vim.lsp.util.make_position_params(0, "utf-16")
local hover
wait("a verdict", function()
  hover = ask("textDocument/hover", place)
  return hover and hover.contents.value:find("verified", 1, true)
end)
local symbols = ask("textDocument/documentSymbol", { textDocument = place.textDocument })
local tokens = ask("textDocument/semanticTokens/full", { textDocument = place.textDocument })
vim.lsp.stop_client(client)
local out = io.open(ARGS.out, "w")
out:write(vim.json.encode({ saved = saved, typed = typed, hover = hover.contents.value, symbols = #symbols, tokens = #tokens.data }))
out:close()
vim.cmd("qall!")

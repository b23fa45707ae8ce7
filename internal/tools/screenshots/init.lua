-- What it takes to have calvin in a Neovim of any version since 0.7. CALVIN is the program.
vim.o.termguicolors = true
vim.o.background = "dark"
vim.o.number = true
vim.o.signcolumn = "yes"
vim.o.tabstop = 4
vim.o.laststatus = 2
vim.o.statusline = " %f %m%=%l:%c "
vim.o.swapfile = false
vim.o.shadafile = "NONE"
vim.cmd("syntax on")
for group, colours in pairs({
  Normal = "guifg=#e3e6eb guibg=#14161a", LineNr = "guifg=#79828f", SignColumn = "guibg=#14161a", StatusLine = "gui=NONE guifg=#e3e6eb guibg=#2a2f38",
  Comment = "guifg=#99a2b0", Statement = "gui=NONE guifg=#d7a5ff", Type = "gui=NONE guifg=#7fd3c6", Directory = "guifg=#7cb7ff",
  Identifier = "guifg=#e3e6eb", Special = "guifg=#7cb7ff", Constant = "guifg=#eac15f", EndOfBuffer = "guifg=#14161a",
  NormalFloat = "guifg=#e3e6eb guibg=#23344b", FloatBorder = "guifg=#7cb7ff guibg=#23344b",
  LspCodeLens = "guifg=#73d08b", DiagnosticError = "guifg=#ff8c8c", DiagnosticVirtualTextError = "gui=italic guifg=#ff8c8c", DiagnosticUnderlineError = "gui=underline guisp=#ff8c8c",
  DiagnosticHint = "guifg=#99a2b0", DiagnosticVirtualTextHint = "guifg=#73d08b", DiagnosticInfo = "guifg=#7cb7ff",
}) do
  vim.cmd("highlight " .. group .. " " .. colours)
end
vim.diagnostic.config({ virtual_text = { prefix = "■" }, severity_sort = true })
vim.api.nvim_create_autocmd("FileType", {
  pattern = "go",
  callback = function(args)
    local client = vim.lsp.start_client({ name = "calvin", cmd = { vim.env.CALVIN, "lsp" }, root_dir = vim.fn.getcwd() })
    vim.lsp.buf_attach_client(args.buf, client)
  end,
})
-- The details of the first error, once there is one.
vim.api.nvim_create_autocmd("DiagnosticChanged", {
  callback = function()
    for _, d in ipairs(vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })) do
      vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col })
      vim.lsp.codelens.refresh()
      vim.diagnostic.open_float(0, { scope = "line", border = "single", header = "", prefix = "", focusable = false, max_width = 84, source = false, offset_y = 10 })
      return
    end
  end,
})

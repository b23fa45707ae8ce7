// Starts `calvin lsp` for Go files and shows the pages of codes.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
	const config = vscode.workspace.getConfiguration("calvin");
	const server = { command: config.get("path"), args: ["lsp", ...config.get("flags")] };
	client = new LanguageClient("calvin", "Calvin", server, {
		documentSelector: [{ scheme: "file", language: "go" }],
		initializationOptions: {
			delay: config.get("delay"),
			tags: config.get("tags"),
			inlayHints: config.get("inlayHints"),
			followRenames: config.get("followRenames"),
			workspace: config.get("workspace"),
			showsPages: true,
		},
		middleware: {
			// The result of the command is a page in Markdown: show it as one.
			executeCommand: async (command, args, next) => {
				const result = await next(command, args);
				if (command === "calvin.explain" && typeof result === "string") {
					const page = await vscode.workspace.openTextDocument({ language: "markdown", content: result });
					await vscode.window.showTextDocument(page, { preview: true, viewColumn: vscode.ViewColumn.Beside });
				}
				return result;
			},
		},
	});
	try {
		await client.start();
	} catch (error) {
		vscode.window.showErrorMessage(
			`calvin lsp does not start (${error}). Install it with: go install github.com/calvin-go/calvin/cmd/calvin@latest, or set calvin.path.`,
		);
	}
}

async function stop() {
	const old = client;
	client = undefined;
	if (old) {
		await old.stop();
	}
}

async function restart() {
	await stop();
	await start();
}

async function activate(context) {
	context.subscriptions.push(
		vscode.commands.registerCommand("calvin.restart", restart),
		vscode.workspace.onDidChangeConfiguration((event) => {
			if (event.affectsConfiguration("calvin")) {
				restart();
			}
		}),
	);
	await start();
}

module.exports = { activate, deactivate: stop };

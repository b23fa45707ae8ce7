// What a person does in VS Code with the extension, and what is to be seen then. The directory of the file is in DRIVER_DIR; what was seen
// goes into the file out there.
"use strict";

const fs = require("fs");
const path = require("path");
const vscode = require("vscode");

// codeOf is the code of a diagnostic, or what it says if it has none.
const codeOf = (d) => d.code?.value ?? d.code ?? d.message;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// until waits for what look returns, once that is not false.
async function until(what, look, shown = () => "?") {
	for (const end = Date.now() + 30000; Date.now() < end; await sleep(20)) {
		const seen = await look();
		if (seen) {
			return seen;
		}
	}
	throw new Error(`waited in vain for ${what}; shown is ${shown()}`);
}

// A user is somebody with one file open.
class User {
	constructor(document, editor) {
		this.document = document;
		this.editor = editor;
		this.uri = document.uri;
	}

	diagnostics() {
		const all = vscode.languages.getDiagnostics(this.uri).filter((d) => d.source === "calvin");
		return all.sort((a, b) => a.range.start.compareTo(b.range.start));
	}

	// shows waits until the diagnostics are those, a line and a code each, and returns the text and what is shown of it.
	async shows(...want) {
		const seen = () => this.diagnostics().map((d) => `${d.range.start.line + 1} ${codeOf(d)}`);
		await until(want, () => seen().join() === want.join(), seen);
		const shown = this.diagnostics().map((d) => ({
			Line: d.range.start.line + 1,
			Column: d.range.start.character + 1,
			Text: `calvin [${codeOf(d)}]: ${d.message}`,
		}));
		return { Text: this.document.getText(), Shown: shown };
	}

	// after is the position behind a text.
	after(text) {
		const at = this.document.getText().indexOf(text);
		if (at < 0) {
			throw new Error(`there is no ${text}`);
		}
		return this.document.positionAt(at + text.length);
	}

	// replace types a text in place of another one.
	async replace(old, text) {
		const end = this.after(old);
		const start = this.document.positionAt(this.document.offsetAt(end) - old.length);
		await this.editor.edit((edit) => edit.replace(new vscode.Range(start, end), text));
	}

	// act chooses the code action at a position whose title begins with a text.
	async act(at, title) {
		const action = await until(`the action ${title}`, async () => {
			const all = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", this.uri, new vscode.Range(at, at));
			return all.find((a) => a.title.startsWith(title));
		});
		if (action.edit) {
			await vscode.workspace.applyEdit(action.edit);
		}
		if (action.command) {
			await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
		}
	}
}

// drive does all of it.
async function drive(dir) {
	const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path.join(dir, "m.go")));
	const user = new User(document, await vscode.window.showTextDocument(document));
	const ask = (command, ...args) => vscode.commands.executeCommand(`vscode.execute${command}`, user.uri, ...args);
	const seen = { Version: `VS Code ${vscode.version}`, Mode: document.languageId };
	seen.Opened = await user.shows("25 CV0101", "42 CV0101");
	seen.Link = String(user.diagnostics()[0].code.target);
	seen.Lenses = await until("lenses", async () => {
		const all = await ask("CodeLensProvider", 20);
		return all.length > 0 && all.map((l) => l.command.title).join("; ");
	});

	await user.act(user.after("\tc.n = 0"), "hold c.mu over line");
	seen.Mended = await user.shows("44 CV0101");
	await user.replace("\tc.n++", "\tc.n += 2");
	seen.Broken = await user.shows("22 CV0305", "44 CV0101");
	seen.Unsaved = document.isDirty;

	await user.act(user.after("c.n += 2\n\tc.mu.Unlock()\n"), "Explain ");
	seen.Explained = await until("the page of a code", () => {
		const page = vscode.workspace.textDocuments.find((d) => d.languageId === "markdown");
		return page && page.lineAt(0).text;
	});
	await user.replace("\tc.n += 2", "\tc.n++");
	await user.shows("44 CV0101");

	await user.act(user.after("\tplain"), "Add guarded_by mu (2 of 2");
	seen.Annotated = await user.shows();
	await document.save();

	const text = (hovers) => hovers.flatMap((h) => h.contents.map((c) => c.value)).join("\n");
	seen.Hover = text(await ask("HoverProvider", user.after("\tc.n")));
	const [definition] = await ask("DefinitionProvider", user.after("//calvin:modifies c.n"));
	seen.Definition = document.lineAt((definition.range ?? definition.targetRange).start.line).text;
	seen.Symbols = (await ask("DocumentSymbolProvider")).map((s) => s.name).join("; ");
	seen.Hints = (await ask("InlayHintProvider", new vscode.Range(0, 0, document.lineCount, 0))).map((h) => String(h.label)).join("; ");

	await user.replace("\tother int\n", "\t//calvin:guar\n\tother int\n");
	const items = await ask("CompletionItemProvider", user.after("\t//calvin:guar"));
	seen.Completed = items.items.map((i) => i.label.label ?? i.label).join("; ");
	await vscode.commands.executeCommand("calvin.restart");
	await user.replace("\t//calvin:guar\n", "");
	seen.Restarted = await user.shows();
	return seen;
}

async function activate() {
	const dir = process.env.DRIVER_DIR;
	let seen;
	try {
		seen = await drive(dir);
	} catch (error) {
		seen = { Failed: String(error.stack ?? error) };
	}
	fs.writeFileSync(path.join(dir, "out.new"), JSON.stringify(seen));
	fs.renameSync(path.join(dir, "out.new"), path.join(dir, "out"));
}

module.exports = { activate };

package lsp

import "encoding/json"

// This file has the parts of the Language Server Protocol 3.17 that are in use, with its names.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/

type (
	position struct {
		Line      int `json:"line"`      // from 0
		Character int `json:"character"` // from 0, in UTF-16 code units
	}
	textRange struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string    `json:"uri"`
		Range textRange `json:"range"`
	}
	textEdit struct {
		Range   textRange `json:"range"`
		NewText string    `json:"newText"`
	}
	workspaceEdit struct {
		Changes         map[string][]textEdit `json:"changes,omitempty"`
		DocumentChanges []documentChange      `json:"documentChanges,omitempty"`
	}
	documentChange struct {
		TextDocument struct {
			URI     string `json:"uri"`
			Version *int   `json:"version"` // nil: of a file that is not open
		} `json:"textDocument"`
		Edits []textEdit `json:"edits"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
)

type (
	initializeParams struct {
		RootURI          string            `json:"rootUri"`
		WorkspaceFolders []workspaceFolder `json:"workspaceFolders"`
		Options          json.RawMessage   `json:"initializationOptions"`
		Capabilities     struct {
			Window struct {
				WorkDoneProgress bool `json:"workDoneProgress"`
				ShowDocument     struct {
					Support bool `json:"support"`
				} `json:"showDocument"`
			} `json:"window"`
			Workspace struct {
				ApplyEdit     bool `json:"applyEdit"`
				WorkspaceEdit struct {
					DocumentChanges bool `json:"documentChanges"`
				} `json:"workspaceEdit"`
				DidChangeWatchedFiles struct {
					DynamicRegistration bool `json:"dynamicRegistration"`
				} `json:"didChangeWatchedFiles"`
				CodeLens struct {
					RefreshSupport bool `json:"refreshSupport"`
				} `json:"codeLens"`
				Diagnostics struct {
					RefreshSupport bool `json:"refreshSupport"`
				} `json:"diagnostics"`
				InlayHint struct {
					RefreshSupport bool `json:"refreshSupport"`
				} `json:"inlayHint"`
				SemanticTokens struct {
					RefreshSupport bool `json:"refreshSupport"`
				} `json:"semanticTokens"`
			} `json:"workspace"`
			TextDocument struct {
				Hover struct {
					ContentFormat []string `json:"contentFormat"`
				} `json:"hover"`
				Completion struct {
					CompletionItem struct {
						DocumentationFormat []string `json:"documentationFormat"`
					} `json:"completionItem"`
				} `json:"completion"`
			} `json:"textDocument"`
		} `json:"capabilities"`
	}
	workspaceFolder struct {
		URI  string `json:"uri"`
		Name string `json:"name"`
	}
	initializeResult struct {
		Capabilities map[string]any    `json:"capabilities"`
		ServerInfo   map[string]string `json:"serverInfo"`
	}
)

type (
	documentID struct {
		URI string `json:"uri"`
	}
	versionedID struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	}
	didOpenParams struct {
		TextDocument struct {
			versionedID
			Text string `json:"text"`
		} `json:"textDocument"`
	}
	didChangeParams struct {
		TextDocument   versionedID `json:"textDocument"`
		ContentChanges []struct {
			Range *textRange `json:"range"` // nil: all of it
			Text  string     `json:"text"`
		} `json:"contentChanges"`
	}
	documentParams struct {
		TextDocument documentID `json:"textDocument"`
	}
	positionParams struct {
		TextDocument documentID `json:"textDocument"`
		Position     position   `json:"position"`
	}
	referenceParams struct {
		positionParams
		Context struct {
			IncludeDeclaration bool `json:"includeDeclaration"`
		} `json:"context"`
	}
	renameParams struct {
		positionParams
		NewName string `json:"newName"`
	}
	watchedParams struct {
		Changes []documentID `json:"changes"`
	}
	foldersParams struct {
		Event struct {
			Added   []workspaceFolder `json:"added"`
			Removed []workspaceFolder `json:"removed"`
		} `json:"event"`
	}
	progressParams struct {
		Token json.RawMessage `json:"token"`
	}
	cancelParams struct {
		ID json.RawMessage `json:"id"`
	}
)

type (
	publishParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	diagnostic struct {
		Range              textRange         `json:"range"`
		Severity           int               `json:"severity"`
		Code               string            `json:"code,omitempty"`
		CodeDescription    *codeDescription  `json:"codeDescription,omitempty"`
		Source             string            `json:"source"`
		Message            string            `json:"message"`
		RelatedInformation []relatedLocation `json:"relatedInformation,omitempty"`
	}
	codeDescription struct {
		Href string `json:"href"`
	}
	relatedLocation struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
)

const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3
)

type (
	hover struct {
		Contents markup    `json:"contents"`
		Range    textRange `json:"range"`
	}
	hintParams struct {
		TextDocument documentID `json:"textDocument"`
		Range        textRange  `json:"range"`
	}
	inlayHint struct {
		Position    position   `json:"position"`
		Label       string     `json:"label"`
		TextEdits   []textEdit `json:"textEdits,omitempty"`
		Tooltip     string     `json:"tooltip,omitempty"`
		PaddingLeft bool       `json:"paddingLeft,omitempty"`
	}
	highlight struct {
		Range textRange `json:"range"`
	}
	preparedRename struct {
		Range       textRange `json:"range"`
		Placeholder string    `json:"placeholder"`
	}
	completionItem struct {
		Label         string    `json:"label"`
		Kind          int       `json:"kind"`
		Detail        string    `json:"detail,omitempty"`
		SortText      string    `json:"sortText,omitempty"`
		Documentation *markup   `json:"documentation,omitempty"`
		TextEdit      *textEdit `json:"textEdit,omitempty"`
	}
	documentSymbol struct {
		Name           string           `json:"name"`
		Detail         string           `json:"detail,omitempty"`
		Kind           int              `json:"kind"`
		Range          textRange        `json:"range"`
		SelectionRange textRange        `json:"selectionRange"`
		Children       []documentSymbol `json:"children,omitempty"`
	}
	workspaceSymbolParams struct {
		Query string `json:"query"`
	}
	workspaceSymbol struct {
		Name          string   `json:"name"`
		Kind          int      `json:"kind"`
		Location      location `json:"location"`
		ContainerName string   `json:"containerName,omitempty"`
	}
	semanticTokens struct {
		Data []uint32 `json:"data"`
	}
	codeLens struct {
		Range   textRange `json:"range"`
		Command command   `json:"command"`
	}
	command struct {
		Title     string `json:"title"`
		Command   string `json:"command"`
		Arguments []any  `json:"arguments,omitempty"`
	}
	codeActionParams struct {
		TextDocument documentID `json:"textDocument"`
		Range        textRange  `json:"range"`
	}
	codeAction struct {
		Title       string         `json:"title"`
		Kind        string         `json:"kind"`
		Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
		Edit        *workspaceEdit `json:"edit,omitempty"`
		Command     *command       `json:"command,omitempty"`
	}
	executeParams struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
	}
	showMessageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
)

// Kinds of completion items and of symbols.
const (
	completeFunction = 3
	completeField    = 5
	completeVariable = 6
	completeKeyword  = 14
	completeStruct   = 22
	completeEvent    = 23
	completeConstant = 21

	symbolField    = 8
	symbolFunction = 12
	symbolVariable = 13
	symbolEvent    = 24
	symbolProperty = 7
	symbolStruct   = 23
)

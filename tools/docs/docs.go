// Package docs finds the blocks of code in the documents, for the tests that run them.
package docs

import (
	"fmt"
	"strings"
)

// Block is a fenced block of a document.
type Block struct {
	Language string // after the opening fence, such as sh or python
	File     string // after the language: the example program that the block shows; empty for none
	Line     int    // of the opening fence
	Text     string
}

// Blocks returns the fenced blocks of a document in Markdown. An open fence is an error.
func Blocks(markdown string) ([]Block, error) {
	var out []Block
	open := -1
	for i, line := range strings.SplitAfter(markdown, "\n") {
		fence, isFence := strings.CutPrefix(strings.TrimRight(line, "\n"), "```")
		switch {
		case isFence && open < 0:
			language, file, _ := strings.Cut(strings.TrimSpace(fence), " ")
			out = append(out, Block{Language: language, File: file, Line: i + 1})
			open = i
		case isFence:
			open = -1
		case open >= 0:
			out[len(out)-1].Text += line
		}
	}
	if open >= 0 {
		return nil, fmt.Errorf("docs: the block of line %d has no end", open+1)
	}
	return out, nil
}

// Session is one command of a console block with what it prints.
type Session struct{ Command, Output string }

// Sessions splits a console block: lines that begin with "$ " are commands, with the lines after a backslash at their
// end, the others what the command above prints.
func Sessions(text string) []Session {
	var out []Session
	for line := range strings.SplitAfterSeq(text, "\n") {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			out = append(out, Session{Command: strings.TrimSpace(command)})
		} else if len(out) > 0 {
			last := &out[len(out)-1]
			if last.Output == "" && strings.HasSuffix(last.Command, `\`) {
				last.Command += "\n" + strings.TrimRight(line, " \n")
			} else {
				last.Output += line
			}
		}
	}
	return out
}

// Package arff reads ARFF, the format of Weka: attributes, values in quotation marks, and whole tables of texts.
package arff

import (
	"errors"
	"fmt"
	"strings"
)

// Attribute is a column.
type Attribute struct {
	Name   string
	Type   string   // as written, such as numeric; empty for a nominal attribute
	Levels []string // of a nominal attribute, otherwise nil
}

// ParseAttribute reads what follows @attribute on a line: NAME TYPE, or NAME {LEVEL,...}.
func ParseAttribute(text string) (Attribute, error) {
	name, kind := CutWord(text)
	if name == "" || kind == "" {
		return Attribute{}, errors.New("an attribute needs a name and a type; " +
			"write @attribute NAME numeric, or @attribute NAME {LEVEL,...}")
	}
	list, braces := strings.CutPrefix(kind, "{")
	if !braces {
		word, _ := CutWord(kind)
		return Attribute{Name: name, Type: word}, nil
	}
	list, ok := strings.CutSuffix(strings.TrimSpace(list), "}")
	if !ok {
		return Attribute{}, fmt.Errorf("attribute %.40q: the list of levels has no closing brace; end it on this line", name)
	}
	levels, err := Split(list, "?")
	if err != nil {
		return Attribute{}, fmt.Errorf("attribute %.40q: %w", name, err)
	}
	seen := make(map[string]bool, len(levels))
	for _, level := range levels {
		if seen[level] {
			return Attribute{}, fmt.Errorf("attribute %.40q: level %.40q is listed twice; list it once", name, level)
		}
		seen[level] = true
	}
	return Attribute{Name: name, Levels: levels}, nil
}

// CutComment removes blanks around a line and its comment, which goes from % at the beginning of the line, or after a
// blank, to its end.
func CutComment(text string) string {
	text = strings.TrimSpace(text)
	var quote byte
	for i := 0; i < len(text); i++ {
		before := byte(' ')
		if i > 0 {
			before = text[i-1]
		}
		switch c := text[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"') && strings.IndexByte(" \t,{", before) >= 0:
			quote = c
		case quote == 0 && c == '%' && (before == ' ' || before == '\t'):
			return strings.TrimSpace(text[:i])
		}
	}
	return text
}

// CutWord returns the first word of a text, without quotation marks, and the rest. An opening brace ends a word.
func CutWord(text string) (word, rest string) {
	if text != "" && (text[0] == '\'' || text[0] == '"') {
		if word, rest, ok := cutQuoted(text); ok {
			return word, strings.TrimSpace(rest)
		}
	}
	if i := strings.IndexAny(text, " \t{"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}

// Split splits a record at commas outside quotation marks, single or double, which it removes. A question mark without
// quotation marks is a missing value; it becomes the given text.
func Split(text, missing string) ([]string, error) {
	var out []string
	for {
		text = strings.TrimLeft(text, " \t")
		if text == "" || (text[0] != '\'' && text[0] != '"') {
			value, rest, more := strings.Cut(text, ",")
			if value = strings.TrimSpace(value); value == "?" {
				value = missing
			}
			out = append(out, value)
			if !more {
				return out, nil
			}
			text = rest
			continue
		}
		value, rest, ok := cutQuoted(text)
		rest = strings.TrimLeft(rest, " \t")
		switch {
		case !ok:
			return nil, fmt.Errorf("the quotation mark before %.20q is never closed; close it on the same line", text[1:])
		case rest != "" && rest[0] != ',':
			return nil, fmt.Errorf("text after the quotation marks round %.20q; put a comma between values", value)
		}
		out = append(out, strings.TrimSpace(value))
		if rest == "" {
			return out, nil
		}
		text = rest[1:]
	}
}

// cutQuoted returns the quoted value that text begins with, and what follows it. The character after a backslash is
// taken literally.
func cutQuoted(text string) (value, rest string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
		case text[i] == text[0]:
			return b.String(), text[i+1:], true
		}
		b.WriteByte(text[i])
	}
	return "", "", false
}

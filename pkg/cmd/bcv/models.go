package main

import (
	"errors"
	"flag"
	"slices"
	"strings"
)

// modelsFlag is the flag that picks two models among more, or several.
type modelsFlag struct {
	names []string
	many  bool // more than two may be named
}

func (m *modelsFlag) define(fs *flag.FlagSet) {
	if m.many {
		fs.Func("models", "the `models` A,B,... to compare, separated by commas (default: all)", m.set)
		return
	}
	fs.Func("models", "the two `models` A,B to compare, separated by a comma (default: the two of the file)", m.set)
}

// set splits at the comma outside of parentheses: names such as svm(cost=1,gamma=2)
// have commas of their own.
func (m *modelsFlag) set(s string) error {
	m.names = []string{""}
	depth := 0
	for _, r := range s {
		switch {
		case r == ',' && depth == 0:
			m.names = append(m.names, "")
			continue
		case r == '(':
			depth++
		case r == ')':
			depth--
		}
		m.names[len(m.names)-1] += string(r)
	}
	for i := range m.names {
		m.names[i] = strings.TrimSpace(m.names[i])
	}
	for i, name := range m.names {
		if name == "" || slices.Contains(m.names[:i], name) {
			return errors.New("name different models A,B")
		}
	}
	if len(m.names) < 2 || len(m.names) > 2 && !m.many {
		return errors.New("name two different models A,B")
	}
	return nil
}

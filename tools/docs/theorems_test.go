package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// statements are all that the sources call lemma, theorem, corollary or example of theory, and what
// the documents here prove.
var statements = []string{
	"T lemma 2.1", "T theorem 2.1", "T corollary 2.1", "T corollary 2.2", "T corollary 2.3", "T theorem 2.2",
	"T theorem 2.3",
	"T lemma 3.1", "T lemma 3.2", "T theorem 3.1", "T corollary 3.1", "T corollary 3.2", "T theorem 3.2",
	"T lemma 5.1", "T theorem 5.1", "T lemma 5.2", "T theorem 5.2", "T lemma 5.3", "T example 5.1", "T theorem 5.3",
	"T lemma 5.4",
	"T theorem 5.4", "T theorem 5.5", "T lemma 5.5", "T lemma 5.6",
	"M lemma 1", "M lemma 2", "M corollary 1", "M theorem 1", "M lemma 3", "M theorem 2", "M theorem 3",
	"V lemma 1", "V lemma 2", "V lemma 3", "V lemma 4", "V lemma 5", "V theorem 1", "V theorem 2",
	"P proposition 1", "P proposition 2", "P proposition 3", "P proposition 4", "P proposition 5",
	"D crossed runs",
}

// Every statement has one row of docs/research/theorems.md, and each row tests and errata that exist.
func TestTheorems(t *testing.T) {
	page, err := os.ReadFile(root + "/docs/research/theorems.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, defect := range theoremDefects(t, string(page)) {
		t.Error(defect)
	}
	for name, change := range map[string][2]string{
		"T lemma 5.4 has 0 rows": {"| T lemma 5.4 |", "| T lemma 5.40 |"},
		"T theorem 2.2: no test TestHalfSplitsOfArray of research/designs": {"`research/designs.TestHalfSplitsOfArrays`",
			"`research/designs.TestHalfSplitsOfArray`"},
		"M lemma 1: E280 is not an erratum": {"last line (E28)", "last line (E280)"},
		"T lemma 5.3: no test is named": {"rho2 = 1/2 | yes | " +
			"`research/theory.TestRecordLosses`", "rho2 = 1/2 | yes | none"},
		"T lemma 3.2: no test Spectrum of research/theory": {"`research/theory.TestTwoFoldCovariance`",
			"`research/theory.Spectrum`"},
		"T corollary 2.2: 3 cells": {"| T corollary 2.2 | K-fold CV is",
			"| T corollary 2.2 K-fold CV is"},
		"V lemma 4: no test TestMajorityOrder of nothing": {"many replications | yes | " +
			"`research/voting.", "many replications | yes | `nothing."},
		"M corollary 1: no verdict": {"for lambda = 1 | yes |",
			"for lambda = 1 |  |"},
	} {
		changed := strings.Replace(string(page), change[0], change[1], 1)
		if got := strings.Join(theoremDefects(t, changed), "\n"); changed == string(page) || !strings.Contains(got, name) {
			t.Errorf("%q was not found in a page with %q: %q", name, change[1], got)
		}
	}
}

var namedTest = regexp.MustCompile("`([a-z0-9/]+)\\.([A-Za-z0-9]+)`")

// theoremDefects returns what is wrong with the table of a page.
func theoremDefects(t *testing.T, page string) (out []string) {
	t.Helper()
	all := readErrata(t)
	rows, there := map[string]int{}, map[string]map[string]bool{}
	for line := range strings.Lines(page) {
		if len(line) < 4 || line[:2] != "| " || !strings.Contains("TMVPD", line[2:3]) || line[3] != ' ' {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		name := strings.TrimSpace(cells[0])
		if words := strings.Fields(name); len(words) > 3 {
			name = strings.Join(words[:3], " ")
		}
		if rows[name]++; len(cells) != 4 {
			out = append(out, fmt.Sprintf("%s: %d cells", name, len(cells)))
			continue
		}
		if strings.TrimSpace(cells[1]) == "" || strings.TrimSpace(cells[2]) == "" {
			out = append(out, name+": no verdict")
		}
		named := namedTest.FindAllStringSubmatch(cells[3], -1)
		if len(named) == 0 {
			out = append(out, name+": no test is named")
		}
		for _, n := range named {
			if there[n[1]] == nil {
				there[n[1]] = testsOf(t, n[1])
			}
			if !there[n[1]][n[2]] {
				out = append(out, fmt.Sprintf("%s: no test %s of %s", name, n[2], n[1]))
			}
		}
		for _, e := range erratumNumber.FindAllString(line, -1) {
			if !slices.ContainsFunc(all, func(l listed) bool { return l.id == e }) {
				out = append(out, fmt.Sprintf("%s: %s is not an erratum", name, e))
			}
		}
	}
	for _, s := range statements {
		if rows[s] != 1 {
			out = append(out, fmt.Sprintf("%s has %d rows", s, rows[s]))
		}
	}
	return out
}

// testsOf returns the names of the test functions of a package.
func testsOf(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, pkg, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				out[f.Name.Name] = true
			}
		}
	}
	return out
}

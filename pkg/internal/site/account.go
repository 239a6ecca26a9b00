package main

import (
	"encoding/csv"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// accountColumns are the columns of the stored account that the page shows.
var accountColumns = []string{"source", "item", "key", "published", "computed", "verdict", "note"}

// account is the stored account as a table that a script searches, with the verdicts
// counted above it.
func (s *site) account() error {
	file, err := os.Open(filepath.Join(s.root, "data", "results", "account.csv"))
	if err != nil {
		return err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return err
	}
	at := make([]int, len(accountColumns))
	for i, c := range accountColumns {
		if at[i] = slices.Index(rows[0], c); at[i] < 0 {
			return fmt.Errorf("account.csv has no column %s", c)
		}
	}
	var table strings.Builder
	count := map[string]int{}
	var verdicts []string
	for _, r := range rows[1:] {
		v := r[at[5]]
		if count[v]++; count[v] == 1 {
			verdicts = append(verdicts, v)
		}
		fmt.Fprintf(&table, "<tr data-verdict=\"%s\">", class(v))
		for i := range accountColumns {
			fmt.Fprintf(&table, "<td>%s</td>", html.EscapeString(short(r[at[i]])))
		}
		table.WriteString("</tr>\n")
	}
	slices.SortFunc(verdicts, func(a, b string) int { return count[b] - count[a] })
	var b strings.Builder
	fmt.Fprintf(&b, "# The account\n\nEvery number that the sources print (%d), beside the computed one, with its verdict: the best run so far. "+
		"What the verdicts mean is said [in the reference](docs/reference/account.md).\n\n", len(rows)-1)
	b.WriteString("<p id=\"verdicts\">\n")
	for _, v := range verdicts {
		fmt.Fprintf(&b, "<button type=\"button\" data-verdict=\"%s\" aria-pressed=\"false\">%s <b>%d</b></button>\n", class(v), html.EscapeString(v), count[v])
	}
	b.WriteString("</p>\n<p><label>Search <input id=\"search\" type=\"search\" placeholder=\"thesis table-2.10 svm\"></label> <span id=\"found\" role=\"status\"></span></p>\n")
	b.WriteString("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"The account\">\n<table id=\"account\">\n<thead><tr>")
	for _, c := range accountColumns {
		fmt.Fprintf(&b, "<th scope=\"col\">%s</th>", c)
	}
	fmt.Fprintf(&b, "</tr></thead>\n<tbody>\n%s</tbody>\n</table>\n</div>\n\n<script src=\"docs/site/account.js\"></script>\n", table.String())
	s.pages["account.md"] = b.String()
	return nil
}

// class is a verdict as a name for style sheets.
func class(verdict string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(verdict), ",", ""), " ", "-")
}

// short cuts long notes.
func short(text string) string {
	if r := []rune(text); len(r) > 300 {
		return string(r[:300]) + " …"
	}
	return text
}

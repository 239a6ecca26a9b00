package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/research/reproduce"
)

// accountColumns are the columns of the stored account that the page shows, after the source, the item and what it is
// about.
var accountColumns = []string{"source", "item", "key", "published", "computed", "verdict", "note"}

// about says what the numbers of each source and item are about.
func (s *site) about() (map[[2]string]string, error) {
	tables, err := reproduce.ReadManifest(os.DirFS(filepath.Join(s.root, "data")))
	out := map[[2]string]string{}
	for _, t := range tables {
		out[[2]string{t.Source, t.Item}] = t.Title
	}
	return out, err
}

// account is the stored account as rows that a script searches and shows, with the
// verdicts counted above them.
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
	about, err := s.about()
	if err != nil {
		return err
	}
	var shown [][]string
	count := map[string]int{}
	var verdicts []string
	for _, r := range rows[1:] {
		v := r[at[5]]
		if count[v]++; count[v] == 1 {
			verdicts = append(verdicts, v)
		}
		row := []string{class(v)}
		for i := range accountColumns {
			row = append(row, digits(r[at[i]]))
		}
		shown = append(shown, slices.Insert(row, 3, about[[2]string{r[at[0]], r[at[1]]}]))
	}
	slices.SortFunc(verdicts, func(a, b string) int { return count[b] - count[a] })
	var b strings.Builder
	fmt.Fprintf(&b, "# The account\n\nEvery number that the sources print (%d), beside the computed one, with its "+
		"verdict: the best run so far. "+
		"What the verdicts mean is said [in the reference](docs/research/account.md).\n\n", len(rows)-1)
	b.WriteString("<p id=\"verdicts\">\n")
	for _, v := range verdicts {
		fmt.Fprintf(&b, "<button type=\"button\" data-verdict=\"%s\" aria-pressed=\"false\">%s <b>%d</b></button>\n",
			class(v), html.EscapeString(v), count[v])
	}
	b.WriteString("</p>\n<p><label>Search <input id=\"search\" type=\"search\" placeholder=\"thesis table-2.10 " +
		"svm\"></label> <span id=\"found\" role=\"status\"></span></p>\n")
	b.WriteString("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"The account\">\n<table " +
		"id=\"account\">\n<thead><tr>")
	for _, c := range slices.Insert(slices.Clone(accountColumns), 2, "about") {
		fmt.Fprintf(&b, "<th scope=\"col\">%s</th>", c)
	}
	b.WriteString("</tr></thead>\n<tbody></tbody>\n</table>\n</div>\n\n<script " +
		"src=\"account-data.js\"></script>\n<script src=\"tools/site/assets/account.js\"></script>\n" +
		"<noscript>The rows need JavaScript; they are in [data/results/account.csv](data/results/account.csv).</noscript>\n")
	text, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	s.data = "const account = " + string(text) + ";\n"
	s.pages["account.md"] = b.String()
	return nil
}

// class is a verdict as a name for style sheets.
func class(verdict string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(verdict), ",", ""), " ", "-")
}

// digits rounds a number to six of them; other texts stay.
func digits(text string) string {
	if x, err := strconv.ParseFloat(text, 64); err == nil && len(text) > 9 {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	return text
}

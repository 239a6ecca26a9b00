package main

import (
	"cmp"
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

// accountPage is the page about the account, above whose verdicts the stored account is shown.
const accountPage = "docs/research/account.md"

// accountColumns are the columns of the stored account that the page shows.
var accountColumns = []string{"verdict", "source", "item", "key", "published", "computed", "note"}

// verdictOrder has what a reader should look at before what agrees. Verdicts that it lacks come last.
var verdictOrder = []string{"differs", "near", "inconclusive", "explained", "other data", "input", "match, setting inferred",
	"Monte Carlo match", "exact match"}

// verdictRank is the place of a verdict in verdictOrder.
func verdictRank(verdict string) int {
	if i := slices.Index(verdictOrder, verdict); i >= 0 {
		return i
	}
	return len(verdictOrder)
}

// account puts the stored account on its page, as rows that a script searches and shows: how many numbers have which
// verdict, as a bar and as buttons, and the rows, those that differ first.
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
	tables, err := reproduce.ReadManifest(os.DirFS(filepath.Join(s.root, "data")))
	if err != nil {
		return err
	}
	about := map[[2]string]string{}
	for _, t := range tables {
		about[[2]string{t.Source, t.Item}] = t.Title
	}
	at := make([]int, len(accountColumns))
	for i, c := range accountColumns {
		if at[i] = slices.Index(rows[0], c); at[i] < 0 {
			return fmt.Errorf("account.csv has no column %s", c)
		}
	}
	var shown [][]string
	count := map[string]int{}
	for _, r := range rows[1:] {
		cell := func(i int) string { return digits(r[at[i]]) }
		count[cell(0)]++
		shown = append(shown, []string{cell(0), cell(1) + " " + cell(2), about[[2]string{cell(1), cell(2)}], cell(3), cell(4),
			cell(5), cell(6)})
	}
	slices.SortStableFunc(shown, func(a, b []string) int { return cmp.Compare(verdictRank(a[0]), verdictRank(b[0])) })
	text, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	s.data = "const account = " + string(text) + ";\n"
	before, after, found := strings.Cut(s.pages[accountPage], "## The verdicts\n")
	if !found {
		return fmt.Errorf("%s has no part The verdicts", accountPage)
	}
	s.pages[accountPage] = "---\nwide: true\n---\n" + before + accountParts(count) + "## The verdicts\n" + after
	return nil
}

// accountParts are the bar, the buttons and the empty table of the account.
func accountParts(count map[string]int) string {
	verdicts := make([]string, 0, len(count))
	for v := range count {
		verdicts = append(verdicts, v)
	}
	slices.SortFunc(verdicts, func(a, b string) int { return cmp.Or(verdictRank(a)-verdictRank(b), strings.Compare(a, b)) })
	var bar, buttons, heads strings.Builder
	for _, v := range verdicts {
		fmt.Fprintf(&bar, "<span data-verdict=\"%s\" style=\"flex-grow: %d\"></span>", class(v), count[v])
		fmt.Fprintf(&buttons, "<button type=\"button\" data-verdict=\"%s\" aria-pressed=\"false\">%s <b>%d</b></button>\n", class(v),
			html.EscapeString(v), count[v])
	}
	for _, c := range []string{"verdict", "number", "published", "computed", "note"} {
		fmt.Fprintf(&heads, "<th scope=\"col\">%s</th>", c)
	}
	return `<div class="bar" aria-hidden="true">` + bar.String() + `</div>
<p id="verdicts">
` + buttons.String() + `</p>
<p><label>Search <input id="search" type="search" placeholder="thesis table-2.10 svm"></label> <span id="found" role="status"></span></p>
<div class="wide" tabindex="0" role="region" aria-label="The account">
<table id="account">
<thead><tr>` + heads.String() + `</tr></thead>
<tbody></tbody>
</table>
</div>

<script src="../../account-data.js"></script>
<script src="../../tools/site/assets/account.js"></script>
<noscript>The rows need JavaScript; they are in [data/results/account.csv](../../data/results/account.csv).</noscript>

`
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

package compare_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// rows is a table as rows of texts.
type rows [][]string

func (r rows) text(sep, end string) string {
	var b strings.Builder
	for _, row := range r {
		b.WriteString(strings.Join(row, sep) + end)
	}
	return b.String()
}

func (r rows) csv() string { return r.text(",", "\n") }

func (r rows) transposed() rows {
	out := make(rows, len(r[0]))
	for _, row := range r {
		for j, v := range row {
			out[j] = append(out[j], v)
		}
	}
	return out
}

// long has a row for each row and column of values.
func (r rows) long(head ...string) rows {
	out := rows{head}
	for j := 1; j < len(r[0]); j++ {
		for _, row := range r[1:] {
			out = append(out, []string{row[0], r[0][j], row[j]})
		}
	}
	return out
}

// shuffled has the rows behind the header in another order.
func (r rows) shuffled() rows {
	out := slices.Clone(r)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(out)-1, func(i, j int) { out[i+1], out[j+1] = out[j+1], out[i+1] })
	return out
}

// renamed has other names of columns.
func (r rows) renamed(names ...string) rows {
	out := slices.Clone(r)
	out[0] = slices.Clone(r[0])
	copy(out[0], names)
	return out
}

func (r rows) objects() string {
	var all []string
	for _, row := range r[1:] {
		var fields []string
		for j, v := range row {
			if _, err := json.Number(v).Float64(); err != nil {
				v = fmt.Sprintf("%q", v)
			}
			fields = append(fields, fmt.Sprintf("%q: %s", r[0][j], v))
		}
		all = append(all, "{"+strings.Join(fields, ", ")+"}")
	}
	return strings.Join(all, ",\n")
}

// xlsx is an Excel workbook with two sheets, of which the second has the table.
func (r rows) xlsx() string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name, text string) {
		w, err := z.Create(name)
		if err != nil {
			panic(err)
		}
		fmt.Fprint(w, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`+text)
	}
	add("xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Notes" sheetId="1" r:id="rId1"/><sheet name="Results" sheetId="2" r:id="rId2"/></sheets></workbook>`)
	add("xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`)
	add("xl/styles.xml", `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>`)
	var cells, strs strings.Builder
	n := 0
	for i, row := range r {
		fmt.Fprintf(&cells, `<row r="%d">`, i+3)
		for j, v := range row {
			at := fmt.Sprintf("%c%d", 'A'+j, i+3)
			if _, err := json.Number(v).Float64(); err == nil {
				fmt.Fprintf(&cells, `<c r="%s"><v>%s</v></c>`, at, v)
				continue
			}
			fmt.Fprintf(&cells, `<c r="%s" t="s"><v>%d</v></c>`, at, n)
			fmt.Fprintf(&strs, `<si><t>%s</t></si>`, v)
			n++
		}
		cells.WriteString(`</row>`)
	}
	sheetOf := func(cells string) string {
		return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + cells +
			`</sheetData></worksheet>`
	}
	add("xl/worksheets/sheet1.xml", sheetOf(`<row r="1"><c r="A1"><v>1</v></c></row>`))
	add("xl/worksheets/sheet2.xml", sheetOf(cells.String()))
	add("xl/sharedStrings.xml", fmt.Sprintf(`<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="%d" uniqueCount="%[1]d">%s</sst>`, n, strs.String()))
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

func packed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprint(z, text)
	_ = z.Close()
	return b.String()
}

// verdicts are the verdicts as JSON, without what the table was read as.
func verdicts(t *testing.T, name, text string, opt results.ReadOptions, by compare.Options) map[string]any {
	t.Helper()
	rs, err := results.Parse(name, strings.NewReader(text), opt)
	if err != nil {
		t.Errorf("%s: %v\n%.300s", name, err, text)
		return nil
	}
	report, err := compare.Run(rs, by)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return nil
	}
	out, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(out, &v); err != nil {
		t.Fatal(err)
	}
	delete(v, "reading")
	return v
}

// One table in many forms has one verdict, to the last byte of the JSON but what the table was read as.
func TestOneTableInManyForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	folds := rows{{"fold", "svm", "forest", "bayes"}}
	sets, runs := rows{{"dataset", "svm", "forest", "bayes"}}, rows{{"run", "svm", "forest", "bayes"}}
	for i := range 10 {
		row := []string{fmt.Sprint(i + 1)}
		for k := range 3 {
			row = append(row, fmt.Sprintf("%.4f", 0.7+0.03*float64(k)+0.02*rng.NormFloat64()))
		}
		folds = append(folds, row)
		sets = append(sets, append([]string{fmt.Sprintf("set%d", i)}, row[1:]...))
		runs = append(runs, row)
	}
	accuracy := results.ReadOptions{Metric: metric.Metric{Name: "accuracy", HigherIsBetter: true, Max: 1, Percent: true}}
	told := func(rows, columns sheet.Unit) results.ReadOptions {
		opt := accuracy
		opt.Told = sheet.Told{Rows: rows, Columns: columns}
		return opt
	}
	comma := func(text string) string { return strings.ReplaceAll(text, "0.", "0,") }
	headed := folds.transposed()
	for j := 1; j < len(headed[0]); j++ {
		headed[0][j] = "Fold " + headed[0][j]
	}
	headed[0][0] = "Classifier"
	named := slices.Clone(folds)
	for i := 1; i < len(named); i++ {
		named[i] = slices.Clone(named[i])
		named[i][0] = fmt.Sprintf("Fold%02d", i)
	}
	long := folds.long("fold", "model", "accuracy")
	metrics := rows{{"wflow_id", "id", ".metric", ".estimate"}}
	for _, row := range long[1:] {
		metrics = append(metrics, []string{row[1], "Fold" + row[0], "accuracy", row[2]})
	}
	zero := slices.Clone(folds)
	arrays := map[string][]float64{}
	for i := 1; i < len(zero); i++ {
		zero[i] = slices.Clone(zero[i])
		zero[i][0] = fmt.Sprint(i - 1)
		for j, name := range folds[0][1:] {
			v, _ := json.Number(zero[i][j+1]).Float64()
			arrays[name] = append(arrays[name], v)
		}
	}
	var lists []string
	for _, name := range folds[0][1:] {
		list, _ := json.Marshal(arrays[name])
		lists = append(lists, fmt.Sprintf("%q: %s", name, list))
	}
	percent := slices.Clone(folds)
	for i := 1; i < len(percent); i++ {
		percent[i] = slices.Clone(percent[i])
		for j := 1; j < 4; j++ {
			d := strings.TrimLeft(strings.TrimPrefix(percent[i][j], "0."), "")
			percent[i][j] = d[:2] + "." + d[2:] + "%"
		}
	}
	type form struct {
		name, text string
		opt        results.ReadOptions
	}
	for what, forms := range map[string][]form{
		"folds": {
			{"wide", folds.csv(), accuracy},
			{"reordered", folds.shuffled().csv(), accuracy},
			{"from zero", zero.csv(), accuracy},
			{"named", named.csv(), accuracy},
			{"renamed", folds.renamed("Split").csv(), accuracy},
			{"caret", named.renamed("Resample", "svm~accuracy", "forest~accuracy", "bayes~accuracy").csv(), results.ReadOptions{}},
			{"affixes", folds.renamed("cv fold", "accuracy_svm", "accuracy_forest", "accuracy_bayes").csv(), results.ReadOptions{}},
			{"transposed", headed.csv(), accuracy},
			{"told columns", folds.transposed().renamed("x").csv(), told("", sheet.Folds)},
			{"told rows", folds.renamed("x").csv(), told(sheet.Folds, "")},
			{"long", long.csv(), results.ReadOptions{}},
			{"long reordered", slices.Concat(long[:1], long[10:], long[1:10]).renamed("FOLD", "Algorithm").csv(), results.ReadOptions{Models: []string{"svm", "forest", "bayes"}}},
			{"long renamed", long.renamed("k-fold", "Learner ID").csv(), results.ReadOptions{}},
			{"tidymodels", metrics.csv(), results.ReadOptions{}},
			{"semicolons", comma(folds.text(";", "\n")), accuracy},
			{"semicolons and points", folds.text(";", "\r\n"), accuracy},
			{"tabs", "\uFEFF" + folds.text("\t", "\r\n"), accuracy},
			{"bars", folds.text("|", "\n\n"), accuracy},
			{"percent", percent.csv(), accuracy},
			{"gzip", packed(folds.csv()), accuracy},
			{"objects", "[" + folds.objects() + "]", accuracy},
			{"lines", strings.ReplaceAll(folds.objects(), ",\n", "\n"), accuracy},
			{"long objects", "[\n" + long.objects() + "\n]", results.ReadOptions{}},
			{"arrays", "{" + strings.Join(lists, ",\n") + "}", told(sheet.Folds, "")},
			{"test.xlsx:Results", folds.xlsx(), accuracy},
			{"long.xlsx:Results", long.xlsx(), results.ReadOptions{}},
		},
		"data sets": {
			{"wide", sets.csv(), accuracy},
			{"renamed", sets.renamed("Data set").csv(), accuracy},
			{"transposed", sets.transposed().renamed("method").csv(), told("", sheet.Datasets)},
			{"long", sets.long("dataset", "model", "accuracy").csv(), results.ReadOptions{}},
			{"objects", "[" + sets.objects() + "]", accuracy},
			{"summary", sets.csv() + "Mean,1,1,1\nSD,1,1,1\n", accuracy},
			{"test.xlsx:Results", sets.xlsx(), accuracy},
		},
		"runs": {
			{"wide", runs.csv(), accuracy},
			{"seeds", runs.renamed("seed").csv(), accuracy},
			{"transposed", runs.transposed().renamed("approach").csv(), told("", sheet.AllRuns)},
			{"long", runs.long("seed", "system", "accuracy").csv(), results.ReadOptions{}},
		},
		"items": {
			{"wide", sets.renamed("item").csv(), results.ReadOptions{}},
			{"renamed", sets.renamed("Question").csv(), results.ReadOptions{}},
			{"told", sets.renamed("x").csv(), results.ReadOptions{Told: sheet.Told{Rows: sheet.Items}}},
			{"long", sets.long("item", "model", "value").csv(), results.ReadOptions{}},
			{"long renamed", sets.long("example", "method", "value").csv(), results.ReadOptions{}},
			{"transposed", sets.transposed().renamed("system").csv(), results.ReadOptions{Told: sheet.Told{Columns: sheet.Items}}},
			{"semicolons", comma(sets.renamed("item").text(";", "\n")), results.ReadOptions{}},
			{"test.xlsx:Results", sets.renamed("item").xlsx(), results.ReadOptions{}},
		},
	} {
		first := verdicts(t, what+" "+forms[0].name, forms[0].text, forms[0].opt, compare.Options{All: true})
		for _, f := range forms[1:] {
			if got := verdicts(t, f.name, f.text, f.opt, compare.Options{All: true}); !reflect.DeepEqual(got, first) {
				a, _ := json.MarshalIndent(first, "", " ")
				b, _ := json.MarshalIndent(got, "", " ")
				t.Errorf("%s, %s: the verdict is another than that of %s:\n%s", what, f.name, forms[0].name, difference(a, b))
			}
		}
	}
}

// difference shows the first lines that differ.
func difference(a, b []byte) string {
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	var out []string
	for i := 0; i < min(len(x), len(y)) && len(out) < 6; i++ {
		if x[i] != y[i] {
			out = append(out, x[i]+"  |  "+y[i])
		}
	}
	return strings.Join(out, "\n")
}

package outside

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/block-regularized/bcv/pkg/dataset"
)

const (
	targetColumn = "target"
	recordColumn = "record"
	rolesName    = "roles.csv" // of a file beside the training file
)

// checkNames returns an error if names in d would be lost or confused in a CSV file.
func checkNames(d *dataset.Data) error {
	columns := map[string]bool{}
	for j := range d.P() {
		f := d.Feature(j)
		switch {
		case f.Name == targetColumn || f.Name == recordColumn:
			return fmt.Errorf("feature %d is called %s, which is the name of another column; rename it", j+1, f.Name)
		case columns[f.Name]:
			return fmt.Errorf("two features are called %q; rename one", f.Name)
		}
		columns[f.Name] = true
		if err := checkText("feature", []string{f.Name}); err != nil {
			return err
		}
		if err := checkText("feature "+f.Name+": level", f.Levels); err != nil {
			return err
		}
	}
	return checkText("class", d.Classes)
}

// checkText returns an error unless names are different texts that a CSV reader returns unchanged.
func checkText(kind string, names []string) error {
	seen := map[string]bool{}
	for _, s := range names {
		switch {
		case s == "":
			return fmt.Errorf("%s without a name; name it", kind)
		case strings.TrimSpace(s) != s:
			return fmt.Errorf("%s %q has spaces at its ends, which many CSV readers remove; trim it", kind, s)
		case !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl):
			return fmt.Errorf("%s %q has characters that are not text; rename it", kind, s)
		case seen[s]:
			return fmt.Errorf("%s %q occurs twice; rename one", kind, s)
		}
		seen[s] = true
	}
	return nil
}

// records holds the records of a data set as text.
type records struct {
	header line
	lines  []line   // one per record
	roles  []string // the header and one line per record of rolesName; nil for none
}

// line is "record,features,target" in parts, so that both files are made from
// it by copying.
type line struct {
	text     []byte
	features int // where the features begin in text
	target   int // where the comma before the target is
}

func (l line) train() []byte { return l.text[l.features:] }
func (l line) test() []byte  { return l.text[:l.target] }

func encode(d *dataset.Data) records {
	names := make([]string, d.P())
	for j := range names {
		names[j] = d.Feature(j).Name
	}
	out := records{header: newLine(recordColumn, names, targetColumn), lines: make([]line, d.N()),
		roles: roles(d)}
	for i := range out.lines {
		for j, v := range d.X.RawRowView(i) {
			if f := d.Feature(j); f.Nominal() {
				names[j] = f.Levels[int(v)]
			} else {
				names[j] = number(v)
			}
		}
		target := ""
		if d.Class != nil {
			target = d.Classes[d.Class[i]]
		} else {
			target = number(d.Response[i])
		}
		out.lines[i] = newLine(strconv.Itoa(i), names, target)
	}
	return out
}

// roles returns groups, times and weights as lines of CSV, after a line of their names; nil if there are none.
func roles(d *dataset.Data) []string {
	rows := make([][]string, d.N()+1)
	add := func(name string, values int, text func(i int) string) {
		if values == 0 {
			return
		}
		rows[0] = append(rows[0], name)
		for i := range values {
			rows[i+1] = append(rows[i+1], text(i))
		}
	}
	add("group", len(d.Groups), func(i int) string { return d.Groups[i] })
	add("time", len(d.Times), func(i int) string { return number(d.Times[i]) })
	add("weight", len(d.Weights), func(i int) string { return number(d.Weights[i]) })
	if rows[0] == nil {
		return nil
	}
	var out []string
	for _, r := range rows {
		out = append(out, fields(r))
	}
	return out
}

func newLine(record string, features []string, target string) line {
	out := line{text: []byte(record + ",")}
	out.features = len(out.text)
	out.text = append(out.text, fields(features)...)
	out.target = len(out.text)
	out.text = append(out.text, ","+fields([]string{target})...)
	return out
}

// fields returns one line of CSV without its end.
func fields(texts []string) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	// Writing to a buffer cannot fail.
	_ = w.Write(texts)
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// describe returns what is not in the files, as environment variables.
func describe(d *dataset.Data, r records) []string {
	task := "classification"
	if d.Class == nil {
		task = "regression"
	}
	var nominal []string
	for j := range d.P() {
		if f := d.Feature(j); f.Nominal() {
			nominal = append(nominal, f.Name)
		}
	}
	names := ""
	if r.roles != nil {
		names = r.roles[0]
	}
	return []string{"BCV_TASK=" + task, "BCV_CLASSES=" + fields(d.Classes), "BCV_NOMINAL=" + fields(nominal),
		"BCV_ROLES=" + names}
}

// write writes the files of a fit: train, the roles of the training records if there are any, and test for the records
// marked in wanted. buf is memory to use; it is returned for the next time.
func (r records) write(j job, train []int32, wanted []bool, buf []byte) ([]byte, error) {
	buf = append(append(buf[:0], r.header.train()...), '\n')
	for _, i := range train {
		buf = append(append(buf, r.lines[i].train()...), '\n')
	}
	if err := os.WriteFile(j.train, buf, 0o600); err != nil {
		return buf, err
	}
	if r.roles != nil {
		buf = append(append(buf[:0], r.roles[0]...), '\n')
		for _, i := range train {
			buf = append(append(buf, r.roles[i+1]...), '\n')
		}
		if err := os.WriteFile(filepath.Join(filepath.Dir(j.train), rolesName), buf, 0o600); err != nil {
			return buf, err
		}
	}
	buf = append(append(buf[:0], r.header.test()...), '\n')
	for i, ok := range wanted {
		if ok {
			buf = append(append(buf, r.lines[i].test()...), '\n')
		}
	}
	return buf, os.WriteFile(j.test, buf, 0o600)
}

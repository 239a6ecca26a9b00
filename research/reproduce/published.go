package reproduce

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"math"
	"path"
	"strings"

	"github.com/block-regularized/bcv/research/study"
)

// Numbers holds the published numbers by "source:item key".
type Numbers map[string]Published

// ReadNumbers reads all published numbers from cfg.Data.
func ReadNumbers(cfg study.Config) (Numbers, error) {
	numbers, err := ReadPublished(cfg.Data)
	if err != nil {
		return nil, err
	}
	out := Numbers{}
	for _, p := range numbers {
		out[p.Source+":"+p.Item+" "+p.Key] = p
	}
	return out, nil
}

// Thesis returns a number of the thesis, NaN if it is not published.
func (p Numbers) Thesis(item, key string) float64 {
	v, _, err := parsePublished(p["thesis:"+item+" "+key].Text)
	if err != nil {
		return math.NaN()
	}
	return v
}

// Published is one published number, or one published cell of a design.
type Published struct {
	Source string // document, such as "acl2019"
	Item   string // table, such as "table-2", or "text" for numbers in running text
	Key    string // location in the table: the values of its key columns, joined by "/"
	Text   string // as published
	Unit   string // "percent" and the like, empty for plain numbers
}

// Table describes one file of published numbers (data/published/manifest.csv).
type Table struct {
	File, Source, Item, Title, Unit string
	Keys, Values                    []string // column names
}

// ReadManifest reads the list of published tables from a file system that
// holds published/.
func ReadManifest(fsys fs.FS) ([]Table, error) {
	header, rows, err := ReadCSV(fsys, "published/manifest.csv")
	if err != nil {
		return nil, err
	}
	want := []string{"file", "source", "item", "title", "keys", "values", "unit"}
	if strings.Join(header, ",") != strings.Join(want, ",") {
		return nil, fmt.Errorf("reproduce: published/manifest.csv has columns %v; want %v", header, want)
	}
	tables := make([]Table, len(rows))
	for i, r := range rows {
		tables[i] = Table{File: r[0], Source: r[1], Item: r[2], Title: r[3],
			Keys: strings.Split(r[4], "|"), Values: strings.Split(r[5], "|"), Unit: r[6]}
	}
	return tables, nil
}

// ReadPublished reads all published numbers in the order of the manifest.
// Empty cells, and settings in running text, are left out.
func ReadPublished(fsys fs.FS) ([]Published, error) {
	tables, err := ReadManifest(fsys)
	if err != nil {
		return nil, err
	}
	var out []Published
	for _, t := range tables {
		numbers, err := t.read(fsys)
		if err != nil {
			return nil, err
		}
		out = append(out, numbers...)
	}
	return out, nil
}

// read returns the numbers of one table. A source of "*" means the
// column source of the file, a unit of "*" for its column unit.
func (t Table) read(fsys fs.FS) ([]Published, error) {
	header, rows, err := ReadCSV(fsys, path.Join("published", t.File))
	if err != nil {
		return nil, err
	}
	column := map[string]int{}
	for i, name := range header {
		column[name] = i
	}
	for _, name := range append(append([]string{}, t.Keys...), t.Values...) {
		if _, ok := column[name]; !ok {
			return nil, fmt.Errorf("reproduce: published/%s has no column %q", t.File, name)
		}
	}
	var out []Published
	for _, r := range rows {
		if role, ok := column["role"]; ok && r[role] == "setting" {
			continue
		}
		keys := make([]string, len(t.Keys))
		for i, k := range t.Keys {
			keys[i] = r[column[k]]
		}
		for _, value := range t.Values {
			p := Published{Source: t.Source, Item: t.Item, Key: strings.Join(keys, "/"), Text: r[column[value]],
				Unit: t.Unit}
			if t.Source == "*" {
				p.Source = r[column["source"]]
			}
			if t.Unit == "*" {
				p.Unit = r[column["unit"]]
			}
			if len(t.Values) > 1 {
				p.Key += "/" + value
			}
			if p.Text != "" {
				out = append(out, p)
			}
		}
	}
	return out, nil
}

// ReadCSV reads a CSV file of fsys, its header apart; it must not be empty.
func ReadCSV(fsys fs.FS, name string) (header []string, rows [][]string, err error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("reproduce: %w", err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, nil, fmt.Errorf("reproduce: %s: %w", name, err)
	}
	if len(records) == 0 {
		return nil, nil, fmt.Errorf("reproduce: %s is empty", name)
	}
	return records[0], records[1:], nil
}

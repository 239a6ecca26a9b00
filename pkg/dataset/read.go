package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/block-regularized/bcv/internal/table"
)

// Options control how a table is read. The zero value reads a CSV file with a header, whose last column is the
// target and whose missing values are refused. Columns are named, or numbered from 1; "last" is the last one. Errors
// and notes call options settings, as all doors do: `missing` drop is DropRows, `missing` impute is Keep, with a
// learner that fills values in (learn/impute), `regression` is Response, and others have the name of their field.
type Options struct {
	Comma    rune     // separator of CSV; 0 means a comma, ' ' any run of blanks and tabs without quotation marks
	NoHeader bool     // the first line of CSV is a record; columns are called x1, x2, ...
	Target   string   // the target; empty means last
	Groups   string   // the column of Data.Groups, which is no feature; empty for none
	Time     string   // the column of Data.Times, numbers or dates (RFC 3339, 2006-01-02), no feature; empty for none
	Weights  string   // the column of Data.Weights, positive numbers, which is no feature; empty for none
	Drop     []string // columns to leave out
	Missing  []string // texts of missing values; nil means MissingTexts(). In ARFF "?" is always one
	Keep     bool     // keep records with missing features: their values are NaN
	DropRows bool     // leave incomplete records out; with Keep, only those without a target, group, time or weight
	Nominal  []string // columns to read as levels although all values are numbers
	Numeric  []string // columns that must be numbers, also such as number the records; other texts are errors, not levels
	Response bool     // the target is a number to predict; otherwise its values are classes
	Verified bool     // the file has a known checksum: nothing in it is a mistake
}

// MissingTexts returns the texts of missing values that are recognised by default: the empty text, ?, NA, NaN and
// null. NaN and null may be in lower or upper case; na is recognised only in columns of numbers, because it may be
// a name (Na is sodium).
func MissingTexts() []string { return slices.Clone(missingTexts) }

var missingTexts = []string{"", "?", "NA", "NaN", "null"}

// Read reads a data set from a file: ARFF if its name ends in .arff, otherwise CSV, compressed with gzip or not.
// The path "-" is the standard input, which is ARFF if it begins with @relation.
//
// A column of CSV whose values are all numbers is numeric; otherwise its texts are levels, unless Options declare
// something else. A column with a tenth or less of values that are not numbers is refused, and so are a header of
// numbers, a target of classes that are measurements and a feature that numbers the records (ten or more different
// whole numbers in steps of one): these are usually mistakes, and Options can override them. ARFF declares the kind of
// its columns. Levels and classes of ARFF have the order of their list; others are sorted, by number if all are numbers
// and otherwise by text.
//
// Errors name file, line and column.
func Read(path string, opt Options) (*Data, error) {
	t, err := readRaw(path, opt)
	if err != nil {
		return nil, err
	}
	return t.data(stem(path), opt)
}

// ReadParts is Read of a table in several files with the same columns; its name comes from the first file.
func ReadParts(paths []string, opt Options) (*Data, error) {
	var t *rawTable
	for _, path := range paths {
		part, err := readRaw(path, opt)
		if err != nil {
			return nil, err
		}
		if t == nil {
			t = part
			continue
		}
		if err := t.join(part); err != nil {
			return nil, err
		}
	}
	if t == nil {
		return nil, errors.New("dataset: no files; name at least one")
	}
	return t.data(stem(paths[0]), opt)
}

// Parse is Read from r; errors call it name, whose extension decides the format.
func Parse(name string, r io.Reader, opt Options) (*Data, error) {
	t, err := parseRaw(name, r, opt)
	if err != nil {
		return nil, err
	}
	return t.data(stem(name), opt)
}

// stem returns the name of a file without folder and extensions.
func stem(path string) string {
	if path == table.Stdin {
		return "stdin"
	}
	base := filepath.Base(strings.TrimSuffix(path, ".gz"))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

func readRaw(path string, opt Options) (*rawTable, error) {
	f, err := table.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return parseRaw(path, f, opt)
}

func parseRaw(name string, r io.Reader, opt Options) (*rawTable, error) {
	packed, err := unpack(name, r)
	if err != nil {
		return nil, err
	}
	text := io.Reader(packed)
	if opt.Verified {
		if text, err = repaired(name, packed); err != nil {
			return nil, err
		}
	}
	if strings.EqualFold(filepath.Ext(strings.TrimSuffix(name, ".gz")), ".arff") || name == table.Stdin &&
		looksLikeARFF(packed) {
		return readARFF(name, text)
	}
	return readCSV(name, text, opt)
}

// looksLikeARFF reports whether a text without a name begins as ARFF does.
func looksLikeARFF(r *bufio.Reader) bool {
	head, _ := r.Peek(1 << 12)
	for line := range strings.Lines(string(head)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '%' {
			return len(line) > len("@relation") && strings.EqualFold(line[:len("@relation")], "@relation")
		}
	}
	return false
}

// repaired replaces bytes that are not UTF-8 text in a file with a known checksum.
func repaired(name string, r io.Reader) (io.Reader, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, table.Damaged(name, err)
	}
	return bytes.NewReader(bytes.Map(func(c rune) rune {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			return utf8.RuneError
		}
		return c
	}, bytes.ToValidUTF8(data, []byte("\uFFFD")))), nil
}

// unpack returns the content of a file, which may be compressed with gzip under any name and must be under a name
// that ends in .gz.
func unpack(name string, r io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := in.Peek(2); strings.HasSuffix(name, ".gz") && string(magic) != "\x1f\x8b" {
		return nil, &table.Error{File: name, Problem: "is not compressed with gzip; decompress it or rename it"}
	}
	b, err := table.Unpack(name, in)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// fieldReader returns the fields of the next line that is not empty, and its number.
type fieldReader func() (fields []string, line int, err error)

// readCSV reads records of equal length.
func readCSV(name string, r io.Reader, opt Options) (*rawTable, error) {
	t := &rawTable{file: name}
	var next fieldReader
	var separated error // by another sign than commas
	if opt.Comma == ' ' {
		next = blankFields(name, r)
	} else {
		next, separated = commaFields(name, r, opt.Comma)
	}
	for {
		fields, line, err := next()
		if err == io.EOF {
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		if t.columns == nil {
			t.columns = headerColumns(fields, opt.NoHeader)
			if len(fields) == 1 && separated != nil && !opt.Verified {
				return nil, separated
			}
			if !opt.NoHeader {
				if err := t.checkHeader(fields, line); err != nil && !opt.Verified {
					return nil, err
				}
				continue
			}
		}
		if len(fields) != len(t.columns) {
			return nil, &table.Error{File: name, Row: line,
				Problem: fmt.Sprintf("%d fields, %d in the first line; give each line the same number",
					len(fields), len(t.columns))}
		}
		t.rows, t.places = append(t.rows, fields), append(t.places, place{name, line})
	}
}

// checkHeader refuses a first line that is a record: nothing but numbers, or one with a
// fraction or a sign.
func (t *rawTable) checkHeader(fields []string, line int) error {
	numbers, measured := 0, false
	for _, f := range fields {
		if _, err := strconv.ParseFloat(f, 64); err == nil && decimalText(f) {
			numbers++
			measured = measured || strings.ContainsAny(f, "+-.")
		}
	}
	if numbers < len(fields) && !measured {
		return nil
	}
	return &table.Error{File: t.file, Row: line, Problem: fmt.Sprintf("the header %.40q has numbers for names; if the "+
		"first line is a record, declare that (setting `no-header`), otherwise name the columns there",
		strings.Join(fields, ","))}
}

// decimalText reports whether a number is written with digits: nan and inf are names, too.
func decimalText(s string) bool { return strings.ContainsAny(s, "0123456789") }

func headerColumns(fields []string, noHeader bool) []rawColumn {
	out := make([]rawColumn, len(fields))
	for j, f := range fields {
		out[j].unnamed = !noHeader && table.RowNames(f)
		if noHeader || f == "" {
			f = "x" + strconv.Itoa(j+1)
		}
		out[j].name = f
	}
	return out
}

// commaFields splits lines at a separator, with quotation marks as in RFC 4180. It skips empty lines and trims
// blanks. The error reports that another sign than a comma seems to separate fields.
func commaFields(name string, r io.Reader, comma rune) (fieldReader, error) {
	in := table.NewRecords(name, r, comma)
	return func() ([]string, int, error) {
		for {
			fields, line, err := in.Next()
			if err != nil || len(fields) > 1 || fields[0] != "" {
				return slices.Clone(fields), line, err
			}
		}
	}, in.Unseparated()
}

// blankFields splits lines at runs of blanks and skips empty lines.
func blankFields(name string, r io.Reader) fieldReader {
	in := table.NewLines(name, "CSV", r)
	return func() ([]string, int, error) {
		for {
			line, err := in.Next()
			if err != nil {
				return nil, 0, err
			}
			if fields := strings.Fields(string(line)); len(fields) > 0 {
				return fields, in.Row, nil
			}
		}
	}
}

package dataset

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/block-regularized/bcv/internal/arff"
	"github.com/block-regularized/bcv/internal/table"
)

// readARFF reads the format of Weka: attributes with their levels or as numbers, then records. Names and values may
// be in quotation marks; a comment goes from % at the beginning of a line, or after a blank, to its end.
func readARFF(name string, r io.Reader) (*rawTable, error) {
	t := &rawTable{file: name, arff: true}
	in := table.NewLines(name, "ARFF", r)
	inData := false
	for {
		line, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		text := arff.CutComment(string(line))
		if text == "" {
			continue
		}
		switch word, rest := arff.CutWord(text); {
		case inData:
			err = t.addARFF(text, place{name, in.Row})
		case strings.EqualFold(word, "@attribute"):
			err = t.addAttribute(rest)
		case strings.EqualFold(word, "@data"):
			inData = true
		case !strings.EqualFold(word, "@relation"):
			err = fmt.Errorf("%.40q is not @relation, @attribute or @data", word)
		}
		if err != nil {
			return nil, in.Errorf("%v", err)
		}
	}
	if !inData {
		return nil, &table.Error{File: name, Problem: "there is no @data line; give an ARFF file"}
	}
	return t, nil
}

// addAttribute adds a column.
func (t *rawTable) addAttribute(text string) error {
	a, err := arff.ParseAttribute(text)
	if err != nil {
		return err
	}
	c := rawColumn{name: a.Name, kind: nominal, levels: a.Levels}
	if a.Levels == nil {
		switch strings.ToLower(a.Type) {
		case "numeric", "real", "integer":
			c.kind = numeric
		case "string":
		default:
			return fmt.Errorf("attribute %.40q is of type %.40q; numbers, levels in braces and strings can be read",
				a.Name, a.Type)
		}
	}
	t.columns = append(t.columns, c)
	return nil
}

// addARFF adds a record.
func (t *rawTable) addARFF(text string, at place) error {
	if text[0] == '{' {
		return errors.New("sparse records cannot be read; write all values")
	}
	row, err := arff.Split(text, "?")
	if err != nil {
		return err
	}
	if len(row) != len(t.columns) {
		return fmt.Errorf("%d values for %d attributes; separate values by commas, and enclose texts with commas in "+
			"quotation marks", len(row), len(t.columns))
	}
	t.rows, t.places = append(t.rows, row), append(t.places, at)
	return nil
}

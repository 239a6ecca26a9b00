// Package notebook reads and checks the notebooks of this repository. Jupyter
// counts a notebook as executed when its cells ran; this package asks for more:
// that every code cell ran, in order, without an error, that no figure was lost
// on the way, and that nothing of the machine it ran on stayed in the file.
package notebook

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// MIMEPNG is the type of the inline figures.
const MIMEPNG = "image/png"

// Notebook is a notebook in format 4, of which it keeps what the checks need.
type Notebook struct {
	Name     string `json:"-"` // file name without folder
	Cells    []Cell `json:"cells"`
	Metadata struct {
		Kernel struct {
			Name string `json:"name"`
		} `json:"kernelspec"`
	} `json:"metadata"`
	Format int `json:"nbformat"`
}

// Cell is one cell. ExecutionCount and Outputs belong to code cells; a count of
// nil means that the cell was not executed.
type Cell struct {
	Type           string   `json:"cell_type"`
	Source         Text     `json:"source"`
	ExecutionCount *int     `json:"execution_count"`
	Outputs        []Output `json:"outputs"`
}

// Output is one output of a code cell: a stream (Name, Text), a display (Data and
// Metadata by MIME type) or an error (ErrorName, ErrorValue).
type Output struct {
	Type       string                     `json:"output_type"`
	Name       string                     `json:"name"`
	Text       Text                       `json:"text"`
	Data       map[string]json.RawMessage `json:"data"`
	Metadata   map[string]json.RawMessage `json:"metadata"`
	ErrorName  string                     `json:"ename"`
	ErrorValue string                     `json:"evalue"`
}

// Text is a string that the format stores whole or as a list of lines.
type Text string

// UnmarshalJSON reads either form.
func (t *Text) UnmarshalJSON(data []byte) error {
	var whole string
	if json.Unmarshal(data, &whole) == nil {
		*t = Text(whole)
		return nil
	}
	var lines []string
	if err := json.Unmarshal(data, &lines); err != nil {
		return fmt.Errorf("text is neither a string nor a list of strings: %w", err)
	}
	*t = Text(strings.Join(lines, ""))
	return nil
}

// Paths returns the notebooks of the repository at root: those for users, then the chapters of the thesis.
func Paths(root string) ([]string, error) {
	users, err := filepath.Glob(filepath.Join(root, "notebooks", "*.ipynb"))
	if err != nil {
		return nil, err
	}
	thesis, err := filepath.Glob(filepath.Join(root, "notebooks", "thesis", "*.ipynb"))
	return append(users, thesis...), err
}

// Read reads a notebook file. It returns an error if the file cannot be read or
// is not a notebook in format 4.
func Read(path string) (*Notebook, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	nb := &Notebook{Name: filepath.Base(path)}
	if err := json.Unmarshal(data, nb); err != nil {
		return nil, fmt.Errorf("notebook: %s is not a notebook: %w", path, err)
	}
	if nb.Format != 4 {
		return nil, fmt.Errorf("notebook: %s has format %d; save it in format 4", path, nb.Format)
	}
	return nb, nil
}

// WithoutOutputs returns the notebook file in data with the outputs and
// execution counts of its code cells removed and all else kept.
func WithoutOutputs(data []byte) ([]byte, error) {
	var nb map[string]any
	if err := json.Unmarshal(data, &nb); err != nil {
		return nil, fmt.Errorf("notebook: not a notebook: %w", err)
	}
	cells, ok := nb["cells"].([]any)
	if !ok {
		return nil, fmt.Errorf("notebook: not a notebook: it has no list of cells")
	}
	for i, c := range cells {
		cell, ok := c.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("notebook: cell %d is not an object", i+1)
		}
		if cell["cell_type"] == "code" {
			cell["outputs"] = []any{}
			cell["execution_count"] = nil
		}
	}
	return json.MarshalIndent(nb, "", " ")
}

// text returns the value of one MIME type as text, empty if there is none.
func (o Output) text(mime string) string {
	var t Text
	if raw, ok := o.Data[mime]; !ok || json.Unmarshal(raw, &t) != nil {
		return ""
	}
	return string(t)
}

// figures returns the outputs of the cell that have a PNG.
func (c Cell) figures() []Output {
	var figures []Output
	for _, o := range c.Outputs {
		if _, ok := o.Data[MIMEPNG]; ok {
			figures = append(figures, o)
		}
	}
	return figures
}

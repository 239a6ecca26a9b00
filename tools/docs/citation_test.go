package docs

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// author is a person or an entity of the Citation File Format.
type author struct {
	Name   string `yaml:"name"`
	Family string `yaml:"family-names"`
	Given  string `yaml:"given-names"`
}

// work is what can be cited: the software or a reference.
type work struct {
	Type    string   `yaml:"type"`
	Title   string   `yaml:"title"`
	Authors []author `yaml:"authors"`
	Year    int      `yaml:"year"`
}

// citation has the keys of CITATION.cff that readers of the file rely on.
type citation struct {
	work       `yaml:",inline"`
	Format     string `yaml:"cff-version"`
	Message    string `yaml:"message"`
	Version    string `yaml:"version"`
	Licence    string `yaml:"license"`
	Repository string `yaml:"repository-code"`
	References []work `yaml:"references"`
}

// faults are what version 1.2.0 of the format asks for and the text lacks.
func faults(text []byte) []string {
	var c citation
	if err := yaml.Unmarshal(text, &c); err != nil {
		return []string{err.Error()}
	}
	var out []string
	need := func(ok bool, what string) {
		if !ok {
			out = append(out, what)
		}
	}
	need(c.Format == "1.2.0", "cff-version is not 1.2.0")
	need(c.Message != "", "message is missing")
	need(c.Type == "software", "type is not software")
	need(regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(c.Version), "version does not name a release")
	need(c.Licence == "MIT", "license differs from LICENSE")
	need(strings.HasPrefix(c.Repository, "https://"), "repository-code is not an address")
	for i, w := range append([]work{c.work}, c.References...) {
		of := fmt.Sprintf(" of work %d", i)
		need(w.Title != "", "title"+of+" is missing")
		need(slices.Contains([]string{"software", "article", "conference-paper", "thesis"}, w.Type),
			"type"+of+" is none of the format")
		need(i == 0 || w.Year > 1900, "year"+of+" is missing")
		need(len(w.Authors) > 0, "authors"+of+" are missing")
		for _, a := range w.Authors {
			need((a.Name == "") != (a.Family == ""), "an author"+of+" is neither a person nor an entity")
		}
	}
	return out
}

func TestCitation(t *testing.T) {
	text, err := os.ReadFile(root + "/CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	if f := faults(text); len(f) > 0 {
		t.Error(f)
	}
	for _, line := range []string{"cff-version", "message", "title", "type", "version", "license", "repository-code",
		"    year", "  - type", "    title"} {
		damaged := regexp.MustCompile(`(?m)^`+line+`:`).ReplaceAll(text, []byte("other:"))
		if len(faults(damaged)) == 0 {
			t.Errorf("nobody misses %s", strings.TrimSpace(line))
		}
	}
	licence, err := os.ReadFile(root + "/LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	var c citation
	if err := yaml.Unmarshal(text, &c); err != nil || !strings.Contains(string(licence), c.Authors[0].Name) {
		t.Errorf("%v are not the holders of the copyright (%v)", c.Authors, err)
	}
	changes, err := os.ReadFile(root + "/CHANGELOG.md")
	if err != nil || !strings.Contains(string(changes), "\n## ["+c.Version+"]") &&
		!strings.Contains(string(changes), "this becomes "+c.Version+".") {
		t.Errorf("CHANGELOG.md does not know version %s (%v)", c.Version, err)
	}
}

// released returns the version that is released, or is next: that of CITATION.cff.
func released(t *testing.T, root string) string {
	t.Helper()
	var c citation
	readYAML(t, root+"/CITATION.cff", &c)
	return c.Version
}

package docs

import (
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	fenced  = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	linked  = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
)

// deadLinks returns the relative links of a Markdown text in a folder that lead nowhere:
// to no file, or to no heading of a Markdown file.
func deadLinks(name, text string, read func(name string) (string, bool)) []string {
	var dead []string
	for _, m := range linked.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		u, err := url.Parse(m[1])
		if err == nil && (u.Scheme != "" || u.Host != "") {
			continue
		}
		if err != nil {
			dead = append(dead, m[1])
			continue
		}
		target := name
		if u.Path != "" {
			target = path.Join(path.Dir(name), u.Path)
		}
		body, there := read(target)
		if !there || u.Fragment != "" && path.Ext(target) == ".md" && !anchors(body)[u.Fragment] {
			dead = append(dead, m[1])
		}
	}
	return dead
}

// anchors are the names that GitHub gives to the headings of a text.
func anchors(text string) map[string]bool {
	out := map[string]bool{}
	text = regexp.MustCompile("(?s)```.*?```").ReplaceAllString(text, "")
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		title := linked.ReplaceAllString(m[1], "]")
		out[strings.Map(func(c rune) rune {
			switch {
			case c == ' ':
				return '-'
			case c == '-' || c == '_' || unicode.IsLetter(c) || unicode.IsNumber(c):
				return unicode.ToLower(c)
			}
			return -1
		}, strings.TrimSpace(title))] = true
	}
	return out
}

// Every relative link of every Markdown file of the repository leads somewhere.
func TestLinks(t *testing.T) {
	c := exec.Command("git", "ls-files", "*.md")
	c.Dir = root
	list, err := c.Output()
	if err != nil {
		t.Skip(err)
	}
	read := func(name string) (string, bool) {
		at := filepath.Join(root, filepath.FromSlash(name))
		if info, err := os.Stat(at); err != nil || info.IsDir() {
			return "", err == nil
		}
		body, err := os.ReadFile(at)
		return string(body), err == nil
	}
	files := strings.Fields(string(list))
	if len(files) < 20 {
		t.Fatalf("%d Markdown files", len(files))
	}
	for _, name := range files {
		text, _ := read(name)
		for _, link := range deadLinks(name, text, read) {
			t.Errorf("%s: %s leads nowhere", name, link)
		}
	}
}

// Links to missing files and headings are found, others are not.
func TestDeadLinks(t *testing.T) {
	files := map[string]string{"docs/b.md": "# One, two `x`\n```\n# three\n```\n", "a.png": ""}
	read := func(name string) (string, bool) { body, ok := files[name]; return body, ok }
	text := "# Here\n[x](b.md) [x](b.md#one-two-x) [x](../a.png) ![x](../a.png) [x](#here) [x](https://a.b/c) " +
		"`[x](gone.md)`\n```\n[x](gone.md)\n```\n" +
		"[x](gone.md) [x](b.md#three) [x](#there)"
	files["docs/a.md"] = text
	if got := strings.Join(deadLinks("docs/a.md", text, read), " "); got != "gone.md b.md#three #there" {
		t.Errorf("dead links %q", got)
	}
}

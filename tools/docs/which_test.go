package docs

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const whichPage = root + "/docs/howto/which-command.md"

// choice is a row of the page that leads from data to a command.
type choice struct {
	Have, Line, About, Page, Target string
}

// question is a section of that page: what to look at, and the choices.
type question struct {
	Title, Asks string
	Choices     []choice
}

// questions reads the sections of the page that have a table.
func questions(t *testing.T) []question {
	t.Helper()
	text, err := os.ReadFile(whichPage)
	if err != nil {
		t.Fatal(err)
	}
	var out []question
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		title, body, _ := strings.Cut(section, "\n")
		q := question{Title: title}
		for line := range strings.Lines(body) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
			switch {
			case len(cells) != 4:
			case q.Asks == "":
				q.Asks = strings.TrimSpace(cells[0])
			case !strings.HasPrefix(cells[0], " ---"):
				page := linkOf.FindStringSubmatch(cells[3])
				if page == nil {
					t.Fatalf("%s: no page in %q", whichPage, line)
				}
				q.Choices = append(q.Choices, choice{strings.TrimSpace(strings.ReplaceAll(cells[0], "`", "")),
					strings.Trim(cells[1], "`"), cells[2], page[1], path.Join("../../howto", page[2])})
			}
		}
		out = append(out, q)
	}
	return out
}

// linkOf is the first link of a cell, with its text.
var linkOf = regexp.MustCompile(`\[([^]]+)\]\(([^)]+)\)`)

var named = regexp.MustCompile(`bcv import [a-z]+|bcv [a-z]+`)

// Commands are the commands of the line, without their flags.
func (c choice) Commands() string { return strings.Join(named.FindAllString(c.Line, -1), " → ") }

// Kind says in a word what the verdict is about.
func (c choice) Kind() string {
	for _, kind := range []string{"algorithms or models", "algorithms", "models", "no verdict"} {
		if strings.HasPrefix(c.About, kind) {
			return kind
		}
	}
	return ""
}

// Commands and flags that documents name in their text exist, and the page that leads from data to a command has all
// commands but those that compute this project's own numbers.
func TestCommandsExist(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/reference/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	manuals := map[string]string{"simulation": ""} // the format of a file
	for _, section := range strings.Split(string(text), "\n## bcv ")[1:] {
		name, manual, _ := strings.Cut(section, "\n")
		manuals[name] = manual
	}
	formats, err := os.ReadFile(root + "/docs/howto/import.md")
	if err != nil {
		t.Fatal(err)
	}
	manuals["import"] += string(formats) // whose lines run
	inline := regexp.MustCompile("`[^`\n]*`")
	flags, lower := regexp.MustCompile(`--[a-z][a-z0-9-]*`), regexp.MustCompile(`^[a-z]+$`)
	for _, path := range documents(t) {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range inline.FindAllString(string(page), -1) {
			for _, line := range regexp.MustCompile(`&&|;`).Split(strings.Trim(code, "`"), -1) {
				words := strings.Fields(line)
				if len(words) < 2 || words[0] != "bcv" || !lower.MatchString(words[1]) {
					continue
				}
				manual, ok := manuals[words[1]]
				if !ok {
					t.Errorf("%s: no command bcv %s", path, words[1])
				}
				for _, flag := range flags.FindAllString(line, -1) {
					if !regexp.MustCompile(flag + `([^a-z0-9-]|$)`).MatchString(manual) {
						t.Errorf("%s: %s names the flag %s, which bcv %s has not", path, code, flag, words[1])
					}
				}
			}
		}
	}
	which, err := os.ReadFile(whichPage)
	if err != nil {
		t.Fatal(err)
	}
	own := []string{"simulation", "study", "reproduce"}
	for name := range manuals {
		if !slices.Contains(own, name) && !strings.Contains(string(which), "bcv "+name) {
			t.Errorf("%s leads nobody to bcv %s", whichPage, name)
		}
	}
}

// The figures of that page show its tables: go -C tools test ./docs -run Which -update draws them.
func TestWhichCommandIsDrawn(t *testing.T) {
	qs := questions(t)
	rows := 0
	for _, q := range qs {
		for _, c := range q.Choices {
			rows++
			if c.Kind() == "" || !strings.HasPrefix(c.Line, "bcv ") || len(c.Have) > 38 {
				t.Errorf("row %+v: want a verdict about something, a line of bcv, and at most 38 letters to begin with", c)
			}
		}
	}
	if len(qs) != 5 || rows < 15 {
		t.Errorf("%d questions with %d rows, want 5 with at least 15", len(qs), rows)
	}
	for name, draw := range map[string]func([]question) drawing{"wide": wide, "narrow": narrow} {
		var b bytes.Buffer
		if err := template.Must(template.New("").Parse(drawn)).Execute(&b, draw(qs)); err != nil {
			t.Fatal(err)
		}
		path := root + "/docs/why/figures/which-" + name + ".svg"
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, b.Bytes()) {
			t.Errorf("%s does not show the tables of %s (%v); run go -C tools test ./docs -run Which -update", path,
				whichPage, err)
		}
	}
}

// drawing is a figure as the elements of an SVG, in pixels.
type drawing struct {
	Width, Height int
	Boxes         []box
	Words         []inscription
	Lines         []string // paths
	Levels        []string // dashed
	Links         []leading
}

// leading is what leads to a page.
type leading struct {
	Target string
	Words  []inscription
}

type box struct {
	X, Y, Width, Height, Round int
	Class                      string
}

type inscription struct {
	X, Y        int
	Class, Text string
}

func (d *drawing) say(x, y int, class, text string) {
	d.Words = append(d.Words, inscription{x, y, class, text})
}

// lead writes what a choice is for and its commands at x, and its page at an x of its own; all of it leads to the page.
func (d *drawing) lead(c choice, x, have, command int, page inscription) {
	page.Text = c.Page
	d.Links = append(d.Links, leading{c.Target, []inscription{{x, have, "have", c.Have}, {x, command, "command", c.Commands()}, page}})
}

func pillWidth(kind string) int { return 7*len(kind) + 20 }

// pill writes what a verdict is about, and returns its width.
func (d *drawing) pill(x, y int, kind string) int {
	width := pillWidth(kind)
	class, _, _ := strings.Cut(kind, " ")
	if kind == "algorithms or models" {
		class = "either"
	}
	d.Boxes = append(d.Boxes, box{x, y, width, 20, 10, class})
	d.say(x+width/2, y+14, "kind "+class+"-word", kind)
	return width
}

// wide draws a card for each question, from which lines lead to its choices.
func wide(qs []question) drawing {
	const row, gap, left = 46, 18, 216
	d := drawing{Width: 720}
	y := 14
	for _, q := range qs {
		height := row * len(q.Choices)
		d.Boxes = append(d.Boxes, box{14, y, 164, height, 8, "card"})
		middle := y + height/2
		title := wrap(q.Title, 16)
		for k, line := range title {
			d.say(28, middle+19*k-19*len(title)/2+6, "title", line)
		}
		d.say(28, middle+19*len(title)-19*len(title)/2+8, "asks", q.Asks)
		for k, c := range q.Choices {
			at := y + row*k
			d.Lines = append(d.Lines, fmt.Sprintf("M178 %d C202 %d 186 %d 208 %d", middle, middle, at+row/2, at+row/2))
			d.lead(c, left, at+19, at+38, inscription{706, at + 38, "page end", ""})
			d.pill(706-pillWidth(c.Kind()), at+4, c.Kind())
		}
		y += height + gap
	}
	d.Height = y - gap + 14
	return d
}

// narrow draws the choices below their question, for telephones.
func narrow(qs []question) drawing {
	const row, gap = 70, 26
	d := drawing{Width: 352}
	y := 10
	for _, q := range qs {
		d.Boxes = append(d.Boxes, box{10, y, 332, 52, 8, "card"})
		d.say(22, y+22, "title", q.Title)
		d.say(22, y+42, "asks", q.Asks)
		y += 52
		for k := range q.Choices {
			d.Lines = append(d.Lines, fmt.Sprintf("M22 %d V%d H32", y, y+row*k+24))
		}
		for _, c := range q.Choices {
			width := d.pill(38, y+54, c.Kind())
			d.lead(c, 38, y+28, y+47, inscription{38 + width + 10, y + 68, "page", ""})
			y += row
		}
		y += gap
	}
	d.Height = y
	return d
}

// wrap breaks a text into lines of at most that many letters.
func wrap(text string, most int) []string {
	var out []string
	for _, word := range strings.Fields(text) {
		if k := len(out) - 1; k >= 0 && len(out[k])+1+len(word) <= most {
			out[k] += " " + word
		} else {
			out = append(out, word)
		}
	}
	return out
}

const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="{{.Width}}" height="{{.Height}}" ` +
	`viewBox="0 0 {{.Width}} {{.Height}}" class="which" role="img">
<title>Which command for my data</title>
<style>
.which text { font: 14px "DejaVu Sans", "Liberation Sans", Arial, sans-serif; fill: #1c1c1c }
.which .ground { fill: #fff }
.which .card { fill: #eef3f8; stroke: #b9cadb }
.which .title { font-weight: bold }
.which .asks, .which .page { font-size: 12.5px; fill: #555 }
.which .end { text-anchor: end }
.which .command { font: 13px "DejaVu Sans Mono", "Liberation Mono", monospace; fill: #124a70 }
.which .kind { font-size: 12px; text-anchor: middle }
.which .algorithms { fill: #d8e9f7 } .which .algorithms-word { fill: #0b4a75 }
.which .models { fill: #fbe3cd } .which .models-word { fill: #7a3b00 }
.which .either { fill: #e6e1f5 } .which .either-word { fill: #43307a }
.which .no { fill: #eee } .which .no-word { fill: #444 }
.which path { fill: none; stroke: #8da3b8; stroke-width: 1.5 }
.which a:hover .command { text-decoration: underline }
@media (prefers-color-scheme: dark) {
.which text { fill: #e8e8e8 }
.which .ground { fill: #15191e }
.which .card { fill: #212a34; stroke: #46586b }
.which .asks, .which .page { fill: #b3bac2 }
.which .command { fill: #93c8f2 }
.which .algorithms { fill: #17364f } .which .algorithms-word { fill: #b3d9f7 }
.which .models { fill: #4a2b10 } .which .models-word { fill: #ffcd9e }
.which .either { fill: #352b57 } .which .either-word { fill: #d8cdfa }
.which .no { fill: #2c3238 } .which .no-word { fill: #c9ced3 }
}
</style>
<rect class="ground" width="{{.Width}}" height="{{.Height}}" rx="8"/>
{{range .Lines}}<path d="{{.}}"/>
{{end}}{{range .Boxes}}<rect class="{{.Class}}" x="{{.X}}" y="{{.Y}}" width="{{.Width}}" height="{{.Height}}" ` +
	`rx="{{.Round}}"/>
{{end}}{{range .Words}}<text class="{{.Class}}" x="{{.X}}" y="{{.Y}}">{{.Text}}</text>
{{end}}{{range .Links}}<a href="{{.Target}}">
{{range .Words}}<text class="{{.Class}}" x="{{.X}}" y="{{.Y}}">{{.Text}}</text>
{{end}}</a>
{{end}}</svg>
`

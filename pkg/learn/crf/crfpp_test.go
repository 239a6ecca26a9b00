package crf

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/research/fakecorpus"
)

var (
	crfpp  = flag.String("crfpp", "", "folder with crf_learn and crf_test of CRF++ 0.59: run them")
	update = flag.Bool("update", false, "rewrite testdata/crfpp.json")
)

// peer is what CRF++ made of a corpus.
type peer struct {
	Name                string
	Command             string // besides the files
	Seed                uint64
	Train, Test         int // sentences
	Templates           string
	Settings            Settings
	Features            int
	Objective           float64
	Tags                []string // of the test sentences, joined by blanks
	MarginalOfFirstTags []float64
}

func peerCases() []peer {
	return []peer{
		{Name: "plain", Seed: 1, Train: 150, Test: 60, Templates: fakecorpus.Templates},
		{Name: "C and cutoff", Seed: 2, Train: 150, Test: 40, Settings: Settings{C: 4, Cutoff: 3},
			Templates: "U00:%x[0,0]\nU01:%x[-8,0]\nU02:%x[8,1]\nU03:%x[-1,1]/%x[0,1]\nB\n"},
		{Name: "fields in bigrams", Seed: 3, Train: 120, Test: 40, Settings: Settings{C: 0.5},
			Templates: "# words\nU00:%x[0,0]\n\nU01:%x[-1,0]\nB00\nB01:%x[0,1]\nB02:%x[-1,0]/%x[0,0]\n"},
		{Name: "no bigrams", Seed: 4, Train: 150, Test: 40, Settings: Settings{C: 10},
			Templates: "U00:%x[0,0]\nU01:%x[-1,0]\nU02:%x[1,0]\n"},
		{Name: "one name", Seed: 5, Train: 100, Test: 40, Templates: "U:%x[0,0]\nU:%x[-1,0]\nU:%x[0,1]\nB\n"},
		{Name: "L1", Seed: 6, Train: 150, Test: 40, Settings: Settings{L1: true},
			Templates: "U00:%x[0,0]\nU01:%x[-1,0]\nU02:%x[0,1]\nB\n"},
	}
}

// Objectives agree with CRF++ to 1e-6 at convergence, and tags of new sentences with its tags. testdata/crfpp.json
// is written by
//
//	go test ./pkg/learn/crf -run TestCRFPP -crfpp DIR -update
//
// where DIR has crf_learn and crf_test of CRF++ 0.59; without -update they are run and
// must give what the file says.
func TestCRFPP(t *testing.T) {
	numtest.NotRaced(t)
	path := filepath.Join("testdata", "crfpp.json")
	var peers []peer
	if !*update {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &peers); err != nil {
			t.Fatal(err)
		}
	}
	if *crfpp != "" {
		var live []peer
		for _, c := range peerCases() {
			live = append(live, runCRFPP(t, c))
		}
		text, err := json.MarshalIndent(live, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, '\n')
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if stored, _ := os.ReadFile(path); string(stored) != string(text) {
			t.Errorf("CRF++ gives other results than %s has", path)
		}
		peers = live
	}
	if len(peers) != len(peerCases()) {
		t.Fatalf("%d cases", len(peers))
	}
	for _, want := range peers {
		t.Run(want.Name, func(t *testing.T) { comparePeer(t, want) })
	}
}

func comparePeer(t *testing.T, want peer) {
	tokens, tags := fakecorpus.Sentences(want.Seed, want.Train+want.Test)
	templates, err := ParseTemplates(want.Templates)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCorpus(tokens, tags, templates)
	if err != nil {
		t.Fatal(err)
	}
	s := want.Settings
	s.Tolerance = 1e-11
	m, err := s.Fit(t.Context(), c, all(c)[:want.Train])
	if err != nil {
		t.Fatal(err)
	}
	if m.Report.Weights != want.Features {
		t.Errorf("%d weights, CRF++ has %d", m.Report.Weights, want.Features)
	}
	if d := math.Abs(m.Report.Objective - want.Objective); d > 1e-6*want.Objective {
		t.Errorf("objective %v, of CRF++ %v; %+v", m.Report.Objective, want.Objective, m.Report)
	}
	if !s.L1 && m.Report.Gap > 1e-6*want.Objective {
		t.Errorf("not at the minimum: %+v", m.Report)
	}
	got, err := m.TagRows(all(c)[want.Train:])
	if err != nil {
		t.Fatal(err)
	}
	for k, sentence := range got {
		if g := strings.Join(sentence, " "); g != want.Tags[k] {
			t.Errorf("sentence %d: %s, CRF++ %s", want.Train+k, g, want.Tags[k])
		}
		again, err := m.Tag(tokens[want.Train+k])
		if err != nil || strings.Join(again, " ") != strings.Join(sentence, " ") {
			t.Errorf("Tag gives %q, TagRows %q", again, sentence)
		}
		marginals, err := m.Marginals(tokens[want.Train+k])
		if err != nil {
			t.Fatal(err)
		}
		for y, l := range m.labels {
			if l == sentence[0] && math.Abs(marginals[0][y]-want.MarginalOfFirstTags[k]) > 3e-5 {
				t.Errorf("sentence %d: %s at the first token %v, CRF++ %v",
					want.Train+k, l, marginals[0][y], want.MarginalOfFirstTags[k])
			}
		}
	}
}

// runCRFPP fits and tags with CRF++.
func runCRFPP(t *testing.T, c peer) peer {
	dir := t.TempDir()
	tokens, tags := fakecorpus.Sentences(c.Seed, c.Train+c.Test)
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	run := func(program string, args ...string) string {
		out, err := exec.Command(filepath.Join(*crfpp, program), args...).Output()
		if err != nil {
			t.Fatalf("%s %q: %v", program, args, err)
		}
		return string(out)
	}
	s, err := c.Settings.check()
	if err != nil {
		t.Fatal(err)
	}
	options := []string{"-p", "1", "-e", "1e-12", "-c", fmt.Sprint(s.C), "-f", fmt.Sprint(max(1, s.Cutoff))}
	if s.L1 {
		options = append(options, "-a", "CRF-L1")
	}
	c.Command = "crf_learn " + strings.Join(options, " ")
	model := filepath.Join(dir, "model")
	log := run("crf_learn", append(options, write("templates", c.Templates),
		write("train", columns(tokens[:c.Train], tags)), model)...)
	objectives := regexp.MustCompile(`obj=([0-9.]+)`).FindAllStringSubmatch(log, -1)
	c.Objective, _ = strconv.ParseFloat(objectives[len(objectives)-1][1], 64)
	c.Features, _ = strconv.Atoi(regexp.MustCompile(`features: +([0-9]+)`).FindStringSubmatch(log)[1])
	out := run("crf_test", "-v1", "-m", model, write("test", columns(tokens[c.Train:], tags[c.Train:])))
	for _, sentence := range strings.Split(strings.TrimSpace(out), "\n\n") {
		var own []string
		for _, line := range strings.Split(sentence, "\n")[1:] { // after the probability
			tag, p, _ := strings.Cut(line[strings.LastIndex(line, "\t")+1:], "/")
			if own = append(own, tag); len(own) == 1 {
				v, err := strconv.ParseFloat(p, 64)
				if err != nil {
					t.Fatal(err)
				}
				c.MarginalOfFirstTags = append(c.MarginalOfFirstTags, v)
			}
		}
		c.Tags = append(c.Tags, strings.Join(own, " "))
	}
	return c
}

// columns writes sentences as files of CoNLL.
func columns(tokens [][][]string, tags [][]string) string {
	var b strings.Builder
	for s, sentence := range tokens {
		for i, fields := range sentence {
			b.WriteString(strings.Join(fields, "\t") + "\t" + tags[s][i] + "\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}

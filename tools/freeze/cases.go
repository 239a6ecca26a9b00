package main

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Cases returns the cases on shipped files, and the generated ones.
func Cases() ([]Case, error) {
	root, err := repository()
	if err != nil {
		return nil, err
	}
	out, err := shipped(root)
	if err != nil {
		return nil, err
	}
	for _, kind := range []struct {
		name  string
		count int
		make  func(*generator) string
	}{
		{"losses", 550, (*generator).losses},
		{"values", 150, (*generator).values},
		{"counts", 250, (*generator).counts},
		{"predictions", 300, (*generator).predictions},
		{"items", 750, (*generator).items},
	} {
		for k := range kind.count {
			g := &generator{Rand: rand.New(rand.NewPCG(uint64(k), uint64(len(kind.name))<<8|uint64(kind.name[0])))}
			c := Case{Name: fmt.Sprintf("%s-%04d", kind.name, k), Files: map[string]string{"in.csv": kind.make(g)}}
			c.Commands = g.commands(kind.name)
			out = append(out, c)
		}
	}
	return out, nil
}

// repository returns the folder with pkg, from the one that the program is started in upwards.
func repository() (string, error) {
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "pkg")); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("no folder pkg here or above; start it in a clone")
}

// shipped are the cases on data/samples, data/counts and the logs that the importers are tested with.
func shipped(root string) ([]Case, error) {
	all := func(file string, more ...string) [][]string {
		return [][]string{
			append([]string{"compare", file, "--all", "--json", "--verbose"}, more...),
			append([]string{"compare", file}, more...),
			append([]string{"rank", file, "--json"}, more...),
		}
	}
	imported := func(args ...string) [][]string {
		return append([][]string{append(append([]string{"import"}, args...), "--out", "out.csv")}, all("out.csv")...)
	}
	models := func(format, pattern string, of ...string) (args []string) {
		args = []string{format}
		for _, name := range of {
			args = append(args, "--model", name+"="+strings.ReplaceAll(pattern, "NAME", name))
		}
		return args
	}
	logs := "pkg/cmd/bcv/importer/evallog/testdata"
	jsonl := "samples_made_by_hand_2026-01-02T03-04-05.678901.jsonl"
	tagged := append(models("conll", "tagged/NAME", "crf", "rules"), "--scheme", "iob2")
	one := append(models("conll", "tagged/NAME/1.1.txt", "crf", "rules"), "--scheme", "iob2")
	return load(root, []Case{
		{Name: "sample-losses", Files: map[string]string{"losses.csv": "data/samples/losses.csv"},
			Commands: append(all("losses.csv"), []string{"ttest", "--losses", "losses.csv", "--json"},
				[]string{"gate", "losses.csv", "--models", "c4.5,nearestmean", "--margin", "0.02", "--json"})},
		{Name: "sample-benchmark", Files: map[string]string{"benchmark.csv": "data/samples/benchmark.csv"},
			Commands: append(all("benchmark.csv"), append(all("benchmark.csv", "--metric", "roc_auc"),
				[]string{"gate", "benchmark.csv", "--models", "nearest neighbours,forest", "--json"})...)},
		{Name: "sample-predictions", Files: map[string]string{"predictions.csv": "data/samples/predictions.csv"},
			Commands: append(all("predictions.csv"), append(all("predictions.csv", "--metric", "f1_macro"),
				[]string{"ttest", "--predictions", "predictions.csv", "--json"},
				[]string{"mcnemar", "--predictions", "predictions.csv", "--json"},
				[]string{"bayes", "--predictions", "predictions.csv", "--positive", "rose", "--json"})...)},
		{Name: "sample-acl2019", Files: map[string]string{"acl2019.csv": "data/counts/acl2019.csv"},
			Commands: append(all("acl2019.csv"), []string{"bayes", "--counts", "acl2019.csv", "--json"})},
		{Name: "sample-tagged", Files: map[string]string{"tagged": "data/samples/tagged"},
			Commands: append(imported(tagged...), imported(one...)...)},
		{Name: "log-lm-eval", Files: map[string]string{"a/" + jsonl: logs + "/made-by-hand-a/" + jsonl,
			"b/" + jsonl: logs + "/made-by-hand-b/" + jsonl},
			Commands: imported(append(models("lm-eval", "NAME/"+jsonl, "a", "b"), "--metric", "exact_match",
				"--filter", "strict-match")...)},
		{Name: "log-inspect", Files: map[string]string{"c.json": logs + "/made-by-hand-c.json",
			"d.json": logs + "/made-by-hand-d.json"}, Commands: imported(models("inspect", "NAME.json", "c", "d")...)},
	})
}

// load replaces the paths of the files of cases by what they hold; a folder by all files in it.
func load(root string, cases []Case) ([]Case, error) {
	for k := range cases {
		files := map[string]string{}
		for name, path := range cases[k].Files {
			from := filepath.Join(root, filepath.FromSlash(path))
			err := filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				below, err := filepath.Rel(from, p)
				if err != nil {
					return err
				}
				content, err := os.ReadFile(p)
				files[filepath.ToSlash(filepath.Join(name, below))] = string(content)
				return err
			})
			if err != nil {
				return nil, err
			}
		}
		cases[k].Files = files
	}
	return cases, nil
}

package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/command/commandtest"
	"github.com/block-regularized/bcv/pkg/results"
)

const (
	sampleLosses = "data/samples/losses.csv"
	samplePairs  = "data/samples/predictions.csv"
	acl          = "data/counts/acl2019.csv"
	plants       = "--data data/samples/plants.csv --one-hot --m 3"
)

// formatCases has command lines that write each format, all together with all its fields;
// behind > the file that holds it, else it is the standard output.
var formatCases = map[string][]string{
	"Folds": {"split --n 20 --m 2 --out folds.csv > folds.csv", "split --n 20 --method kfold --k 5",
		"split --labels data/samples/plants.csv --time length --k 3",
		"split --n 20 --m 2 --inner 2 --halves 3"},
	"Losses": {`holdout ` + plants +
		` --learner svm --learner knn(k=1) --losses losses.csv --counts confusion.csv ` +
		`--predictions predictions.csv > losses.csv`,
		`holdout ` + plants +
			` --learner svm --learner knn(k=1) --learner nearestmean --losses three.csv ` +
			`--predictions threepredictions.csv > three.csv`,
		`holdout ` + plants + ` --inner 1 --halves 2 --learner svm --learner knn(k=1) --losses nested.csv ` +
			`--counts nestedconfusion.csv --predictions nestedpredictions.csv > nested.csv`,
		`holdout ` + plants + ` --runs 2 --learner svm --learner forest(trees=2) --losses runs.csv ` +
			`--counts runsconfusion.csv --predictions runspredictions.csv > runs.csv`,
		`holdout --data data/samples/plants.csv --one-hot --method rlt --j 3 --n1 200 --learner svm --learner knn(k=1) ` +
			`--losses holdoutlosses.csv --predictions holdoutpredictions.csv > holdoutlosses.csv`,
		`run --data data/samples/plants.csv --one-hot --learner svm --learner knn(k=1) ` +
			`--losses grown.csv --counts growncounts.csv > grown.csv`},
	"Tuning": {`holdout ` + plants + ` --inner 1 --halves 2 --learner tune(knn(k=1|3),folds=2) --tuning tuned.csv > tuned.csv`,
		`holdout ` + plants + ` --runs 2 --learner tune(knn(k=1|3),folds=2) --learner tune(svm) --tuning runs2.csv > runs2.csv`},
	"Confusion counts": {"> confusion.csv", "> growncounts.csv", "> nestedconfusion.csv",
		"> runsconfusion.csv"},
	"Chunk counts": {"import conll --scheme iob2 --model crf=data/samples/tagged/crf --model " +
		"rules=data/samples/tagged/rules --out chunks.csv > chunks.csv"},
	"Predictions": {"> predictions.csv", "> threepredictions.csv", "> nestedpredictions.csv",
		"> runspredictions.csv", "> holdoutpredictions.csv"},
	"Items": {"> scored.csv", "> drawn.csv", "> judged.csv", "> points.csv"}, // of results.Write
	"Verdicts as CSV": {"compare --all --csv verdicts.csv " + sampleLosses + " > verdicts.csv", "compare --all --csv " +
		"verdicts.csv three.csv > verdicts.csv", "compare --rope 0.01 --csv verdicts.csv sets.csv > verdicts.csv",
		"compare --csv verdicts.csv " + acl + " > verdicts.csv"},
	"Verdicts as JSON": {"compare --json --ratio --loss seconds seconds.csv", "compare --json --quantile 0.5 --loss seconds " +
		"seconds.csv", "compare --all --json " + sampleLosses, "compare --all --json three.csv", "compare --all " +
		"--json --rope 0.01 sets.csv", "compare --all --json " + acl, "compare --all --json " + samplePairs,
		"bayes --json --counts " + acl, "bayes --json --draws 100 --metric F1 --counts " + acl,
		"bayes --json --target algorithm --metric P --counts " + acl, "bayes --json --predictions " + samplePairs,
		"ttest --json --losses " + sampleLosses, "ttest --json --adjust holm --losses " + sampleLosses,
		"ttest --json --losses three.csv", "ttest --json --test combined-5x2-F --losses " + sampleLosses,
		"mcnemar --json --predictions " + samplePairs, "mcnemar --json --predictions threepredictions.csv",
		"compare --json scores.csv", "compare --json --planned 1000 scores.csv", "compare --json judged.csv", "compare --json --models x,y votes.csv", "compare --json --score auc sheet.csv"},
	"Rankings as JSON": {"rank --json " + sampleLosses, "rank --json three.csv", "rank --json sets.csv",
		"rank --json scores.csv", "rank --json votes.csv", "rank --json --score auc sheet.csv",
		"rank --json --best three.csv"},
	"Gates as JSON": {"gate --json --margin 0.5 --models nearestmean,c4.5 " + sampleLosses,
		"gate --json --margin 0.5 --models a,b --score auc sheet.csv"},
	"Power as JSON": {"power --difference 0.05 --sd 0.05 --power 0.8 --json",
		"power --losses data/samples/losses.csv --difference 0.08 --m 5 --json"},
	"Growing comparison as JSON": {"run --data data/samples/plants.csv --one-hot --learner svm --learner knn(k=1) --json"},
	"Partition set as JSON": {"split --n 20 --m 2 --report --json", "split --labels data/samples/plants.csv " +
		"--strata kind --m 2 --report --json", "split --labels data/samples/plants.csv --groups leaves --m 2 " +
		"--report --json", "split --n 20 --m 2 --inner 2 --halves 3 --report --json"},
	"Account as JSON":          {"reproduce --only acl2019:table-1 --json", "reproduce --only acl2019:table-3 --json"},
	"Public data sets as JSON": {"data list --json"},
}

// modelColumns are the models of the predictions above.
var modelColumns = []string{"svm", "knn(k=1)", "nearestmean", "forest(trees=2)"}

// writeFormats runs all cases in a folder of its own and returns the records of each format.
func writeFormats(t *testing.T) map[string][]record {
	t.Helper()
	shipped, err := filepath.Abs(filepath.Join("..", "..", "..", "data"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Symlink(shipped, "data"); err != nil {
		t.Skip(err)
	}
	writeItems(t)
	out := map[string][]record{}
	names := []string{"Losses"} // whose cases write files that others read
	for name := range formatCases {
		if name != "Losses" {
			names = append(names, name)
		}
	}
	for _, name := range names {
		for _, line := range formatCases[name] {
			line, file, inFile := strings.Cut(line, "> ")
			text := ""
			if line = strings.TrimSpace(line); line != "" {
				code, stdout, stderr := capture(commandtest.Words(line)...)
				if code != 0 {
					t.Fatalf("%s: status %d, %s", line, code, stderr)
				}
				text = stdout
			}
			if inFile {
				text = readText(t, file)
			}
			out[name] = append(out[name], written(t, text)...)
		}
		if name == "Losses" {
			one := withColumn(t, readText(t, "losses.csv"), "dataset", "one")
			two := withColumn(t, readText(t, "losses.csv"), "dataset", "two")
			writeText(t, "sets.csv", one+two[strings.Index(two, "\n")+1:])
			items := "item,model,run,score\n"
			for i := range 60 {
				items += fmt.Sprintf("q%d,%s,%d,%d\n", i%10, []string{"a", "b"}[i/30], i/10%3, i*i%7)
			}
			writeText(t, "scores.csv", items)
			writeText(t, "votes.csv", "item,a,b,winner,first\n1,x,y,y,x\n2,x,y,x,x\n3,x,y,tie,y\n4,y,x,y,y\n5,y,z,z,y\n6,z,y,tie,y\n"+
				"7,x,z,x,x\n8,z,x,z,x\n9,x,y,y,y\n")
			writeText(t, "seconds.csv", "item,a,b\nq1,1.5,2\nq2,2.5,2\nq3,0.5,0.25\n")
			writeText(t, "sheet.csv", "Fold,a,b\n1,0.5,0.51\n2,0.51,0.5\n3,0.5,0.52\nMean,0.5,0.51\n")
		}
	}
	return out
}

// writeItems writes items of a test set.
func writeItems(t *testing.T) {
	t.Helper()
	r, err := results.NewScores([]string{"q1", "q2", "q3"}, []int{0, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	r.Key = results.Key{Task: "reading"}
	for model, runs := range map[string][][]float64{"base": {{0, 1, 0.5}}, "new": {{1, 1, 0.5}}} {
		for _, scores := range runs {
			if err := r.AddScores(model, "seed-1", scores); err != nil {
				t.Fatal(err)
			}
		}
	}
	write := func(name string) {
		var b strings.Builder
		if err := results.Write(&b, results.ItemRows, *r); err != nil {
			t.Fatal(err)
		}
		writeText(t, name, b.String())
	}
	write("scored.csv")
	if err := r.AddDraws("drawn", "seed-1", [][]float64{{0, 1}, {1}, {0.5, 0.5}}); err != nil {
		t.Fatal(err)
	}
	write("drawn.csv")
	judged := "item,model,score,judge\n"
	for i := range 40 {
		for k, model := range []string{"a", "b"} {
			right := (i + k) % 3 % 2
			judged += fmt.Sprintf("q%d,%s,%s,%d\n", i, model, []string{"", fmt.Sprint(right)}[i/20], (right+i%7/6)%2)
		}
	}
	rs, err := results.Parse("judged.csv", strings.NewReader(judged), results.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	*r = rs[0]
	write("judged.csv")
	points := "point,model,score\n"
	for i := range 12 {
		points += fmt.Sprintf("2024-%02d-01,a,%d\n2024-%02[1]d-01,b,%d\n", i+1, i%3, i%4)
	}
	if rs, err = results.Parse("points.csv", strings.NewReader(points), results.ReadOptions{}); err != nil {
		t.Fatal(err)
	}
	*r = rs[0]
	write("points.csv")
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeText(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// withColumn returns CSV with one more column, or without it where the value is "-".
func withColumn(t *testing.T, text, name, value string) string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(rows[0], name)
	for i := range rows {
		switch {
		case value == "-":
			rows[i] = slices.Delete(rows[i], at, at+1)
		case i == 0:
			rows[i] = append(rows[i], name)
		default:
			rows[i] = append(rows[i], value)
		}
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The tables of docs/reference/formats.md are what the commands write.
func TestFormats(t *testing.T) {
	page := documented(t)
	records := writeFormats(t)
	for name := range page {
		if formatCases[name] == nil {
			t.Errorf("nothing tests the format %s", name)
		}
	}
	for name, list := range records {
		// read only
		fields := slices.DeleteFunc(slices.Clone(page[name]),
			func(f field) bool {
				return f.name == "dataset" && !strings.Contains(name, "JSON") && !strings.HasPrefix(name, "Verdicts")
			})
		models := []string(nil)
		if name == "Predictions" {
			models = modelColumns
		}
		if d := disagreements(fields, list, models...); len(d) > 0 {
			t.Errorf("%s: %s", name, strings.Join(d, "\n\t"))
		}
		for i, f := range fields { // a page with another table would be found out
			renamed, other := slices.Clone(fields), slices.Clone(fields)
			renamed[i].name += "2"
			other[i].kinds = []string{"object in a list"}
			if len(disagreements(renamed, list, models...)) == 0 || len(disagreements(other, list, models...)) == 0 ||
				len(disagreements(slices.Delete(slices.Clone(fields), i, i+1), list, models...)) == 0 {
				t.Errorf("%s: nobody sees that %s is wrong", name, f.name)
			}
		}
	}
}

// readers are command lines that read each format from file.csv, which holds what the
// first case of the format wrote.
var readers = map[string]struct{ file, command string }{
	"Folds":            {"folds.csv", "split --grow file.csv --m 3"},
	"Losses":           {"losses.csv", "compare file.csv"},
	"Confusion counts": {"confusion.csv", "compare file.csv"},
	"Chunk counts":     {"chunks.csv", "compare file.csv"},
	"Predictions":      {"predictions.csv", "compare file.csv"},
	"Items":            {"scored.csv", "power --from file.csv --power 0.5"},
}

// Optional columns of files that are read may be left out, the others may not, and there
// are no more.
func TestFormatsAreRead(t *testing.T) {
	page := documented(t)
	writeFormats(t)
	for name, r := range readers {
		whole := oneTask(t, readText(t, r.file))
		accepts := func(text string) (bool, string) {
			writeText(t, "file.csv", text)
			code, _, stderr := capture(commandtest.Words(r.command)...)
			return code == 0, stderr
		}
		if ok, why := accepts(whole); !ok {
			t.Fatalf("%s: %s", name, why)
		}
		for _, f := range page[name] {
			if f.name == "item" || f.name == "point" { // one stands in place of the other
				continue
			}
			value := "-"
			switch f.name {
			case "dataset":
				value = "iris"
			case "judge": // beside scores of people for all items
				if value = "1"; strings.Contains(whole, "judge") {
					value = "-"
				}
			case "n_train", "n_valid": // 0 for unknown, but in files of losses
				if name == "Predictions" {
					value = "0"
				}
			case "half", "inner", "run", "draw": // which the file does not have, and other folds leave empty
				if !slices.Contains(strings.Split(strings.SplitN(whole, "\n", 2)[0], ","), f.name) {
					value = ""
				}
			}
			text := withColumn(t, whole, f.name, value)
			if ok, why := accepts(text); ok != f.optional {
				t.Errorf("%s: the page says that %s is optional: %t; bcv %s: %s", name, f.name, f.optional, r.command, why)
			}
		}
		if ok, _ := accepts(withColumn(t, whole, "colour", "red")); ok != (name == "Folds" || name == "Items") {
			t.Errorf("%s: is an unknown column read? %t", name, ok)
		}
	}
}

// oneTask keeps the rows of the first task, if there are tasks.
func oneTask(t *testing.T, text string) string {
	t.Helper()
	header, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(header, "task,") {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	task, _, _ := strings.Cut(lines[1], ",")
	return lines[0] + strings.Join(slices.DeleteFunc(lines[1:],
		func(l string) bool { return !strings.HasPrefix(l, task+",") }), "")
}

// Files with a version inside begin with what the page says.
func TestVersionsInFiles(t *testing.T) {
	page := readText(t, filepath.Join("..", "..", "..", "docs", "reference", "formats.md"))
	plants, err := filepath.Abs("../../../data/samples/plants.csv")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, line := range []string{
		`run --data "` + plants + `" --one-hot --learner svm --learner knn(k=1) --checkpoint run.json`,
		"study part family-wise --index 0 --of 18 --dir parts",
	} {
		if code, _, stderr := capture(commandtest.Words(line)...); code != 0 {
			t.Fatal(stderr)
		}
	}
	logs, err := filepath.Glob("parts/*.log")
	if err != nil || len(logs) != 1 {
		t.Fatal(logs, err)
	}
	for what, text := range map[string]string{"the checkpoint": readText(t, "run.json"), "the log": readText(t, logs[0])} {
		begin := regexp.MustCompile(`^[a-z ]+\d+`).FindString(text)
		if begin == "" || !strings.Contains(page, "| `"+begin+"` |") {
			t.Errorf("%s begins with %q, which the page does not have", what, begin)
		}
	}
}

package outside

import (
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
)

func TestFitErrors(t *testing.T) {
	t.Parallel()
	d := mixed(4, false)
	text := func(s string) Command { return part("text", "OUTSIDE_TEXT="+s) }
	const header = `record,prediction,p_middle,p_small one,"p_a ""big"" one"` + "\n"
	for _, tt := range []struct {
		c    Command
		want string
	}{
		{part("fail"), `fail: exit status 3; it said: Traceback | line 3 | ValueError: no\tgood`},
		{part("silent"), `silent: exit status 1 without a word on standard error`},
		{part("nothing"), `nothing: predictions.csv: was not written; the program must write it for every fit`},
		{text(""), `text: predictions.csv: is empty; give a CSV file with a header and rows`},
		{text("record,prediction\n"), `text: predictions.csv: has a header but no rows; add one line per row`},
		{text("row,class\n2,middle\n"),
			`text: predictions.csv: row 1: "row,class" is not a header; name the columns in the first line: record, prediction`},
		{text("record\n2\n"), `text: predictions.csv: row 1: column prediction is missing; add it`},
		{text("record,prediction\n2,middle\nx,middle\n"),
			`text: predictions.csv: row 3, column record: "x" is not a whole number; write digits only`},
		{text("record,prediction\n2,middle\n3\n"),
			`text: predictions.csv: row 3: 1 field, but the header names 2 columns; give one value per column`},
		{text("record,prediction\n2,middel\n3,middle\n"),
			`text: predictions.csv: row 2, column prediction: "middel" is not a class; the classes are "small one, ` +
				`middle, a \"big\" one"`},
		{text("record,prediction\n2,middle\n1,middle\n"),
			`text: predictions.csv: row 3, column record: record 1 is not in the test file; predict the records of the ` +
				`test file only`},
		{text("record,prediction\n2,middle\n9,middle\n"),
			`text: predictions.csv: row 3, column record: record 9 is not in the test file; predict the records of the ` +
				`test file only`},
		{text("record,prediction\n2,middle\n2,middle\n"),
			`text: predictions.csv: row 3, column record: record 2 has a prediction already; give one row per record`},
		{text("record,prediction\n3,middle\n"),
			`text: predictions.csv: column record: record 2 has no prediction (1 missing in all); give one row per record`},
		{text("record,prediction,score\n2,middle,1\n3,middle,1\n"),
			`text: predictions.csv: unknown column "score"; known columns are "record, prediction, p_small one, p_middle, ` +
				`p_a \"big\" one"`},
		{text("record,prediction,p_middle,p_small one\n2,middle,1,0\n3,middle,1,0\n"),
			`text: predictions.csv: column p_a "big" one: is missing beside "p_middle, p_small one"; write a column for each ` +
				`class of BCV_CLASSES, with 0 for classes that did not train`},
		{text(header + "2,middle,1,0,0\n3,middle,0.5,0.4999,0\n"),
			`text: predictions.csv: row 3: the probabilities add up to 0.9999, not to 1; write those of all classes with all ` +
				`their digits`},
		{text(header + "2,middle,1.25,-0.25,0\n3,middle,1,0,0\n"),
			`text: predictions.csv: row 2, column p_small one: -0.25 is no probability; write a number from 0 to 1`},
		{text(header + "2,middle,1,0,0\n3,middle,NaN,1,0\n"),
			`text: predictions.csv: row 3, column p_middle: "NaN" is not a finite number; give a finite number`},
		{text(header + "2,middle,1,0,0\n3,middle,,1,0\n"),
			`text: predictions.csv: row 3, column p_middle: is empty; give a number`},
		{part("serve-report"), `serve-report: the program reports: singular matrix`},
		{part("serve-once"),
			`serve-once: the program ended before an answer; with Serve it must read jobs to the end of its input ` +
				`without a word on standard error`},
		{part("serve-chat"),
			`serve-chat: the program answers "Epoch 1: loss 0.5"; answer ok or error and a message, and print all else ` +
				`to standard error`},
		{part("serve-flood"),
			`serve-flood: the program answers with a line of over 65536 bytes; answer ok or error and a message`},
	} {
		_, err := mustFitter(t, tt.c, d).Fit(t.Context(), []int32{0, 1})
		if err == nil || err.Error() != "outside: "+tt.want {
			t.Errorf("error\n%v\nwant\noutside: %s", err, tt.want)
		}
	}
	_, err := mustFitter(t, text("record,prediction\n2,1.5\n3,many\n"), mixed(4, true)).Fit(t.Context(), []int32{0, 1})
	w := `outside: text: predictions.csv: row 3, column prediction: "many" is not a number; write it like 12, 0.5 or 1e-3`
	if err == nil || err.Error() != w {
		t.Errorf("error\n%v\nwant\n%s", err, w)
	}
	_, err = mustFitter(t, text("record,prediction,p_middle\n2,1.5,1\n3,2,1\n"), mixed(4, true)).
		Fit(t.Context(), []int32{0, 1})
	w = `outside: text: predictions.csv: unknown column "p_middle"; known columns are "record, prediction"`
	if err == nil || err.Error() != w {
		t.Errorf("error\n%v\nwant\n%s", err, w)
	}
	_, err = mustFitter(t, part("nearest"), d).Fit(t.Context(), []int32{0, 1, 2, 3})
	w = `outside: nearest: all 4 records are training records and none is left to predict; train on fewer or set ` +
		`PredictAll`
	if err == nil || err.Error() != w {
		t.Errorf("error\n%v\nwant\n%s", err, w)
	}
}

func TestPrepareErrors(t *testing.T) {
	change := func(f func(d *dataset.Data)) *dataset.Data {
		d := mixed(5, false)
		f(d)
		return d
	}
	good := mixed(5, false)
	me := part("nearest")
	for _, tt := range []struct {
		c    Command
		d    *dataset.Data
		want string
	}{
		{Command{}, good, `outside: Command without Name; give the program to run`},
		{Command{Name: "no-such-program-x"}, good,
			`outside: no-such-program-x: no program "no-such-program-x" in PATH; install it or give its path`},
		{Command{Name: "./no-such-program-x"}, good, `no such file or directory; give the path of a program`},
		{Command{Name: me.Name, Timeout: -1}, good, `Timeout is -1ns; give a positive time, or leave it out for no limit`},
		{Command{Name: me.Name, Env: []string{"A"}}, good, `Env has "A"; write key=value`},
		{Command{Name: me.Name, Serve: true, Args: []string{"{train}"}}, good,
			`an argument has a placeholder, but a program that serves gets its paths on standard input`},
		{me, change(func(d *dataset.Data) { d.X.Set(1, 0, nan()) }), `record 1, feature size, cm is NaN`},
		{me, change(func(d *dataset.Data) { d.Class, d.Response = nil, nil }),
			`give either a response or a class for each record`},
		{me, change(func(d *dataset.Data) { d.Features[0].Name = "target" }),
			`feature 1 is called target, which is the name of another column; rename it`},
		{me, change(func(d *dataset.Data) { d.Features[0].Name = "colour" }), `two features are called "colour"; rename one`},
		{me, change(func(d *dataset.Data) { d.Classes[1] = " middle" }), `class " middle" has spaces at its ends`},
		{me, change(func(d *dataset.Data) { d.Classes[1] = "small one" }), `class "small one" occurs twice; rename one`},
		{me, change(func(d *dataset.Data) { d.Classes[1] = "" }), `class without a name; name it`},
		{me, change(func(d *dataset.Data) { d.Features[1].Levels[1] = "a\nb" }),
			`feature colour: level "a\nb" has characters that are not text; rename it`},
	} {
		_, err := tt.c.Prepare(t.Context(), tt.d)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error\n%v\nwant\n%s", err, tt.want)
		}
	}
}

func nan() float64 { z := 0.0; return z / z }

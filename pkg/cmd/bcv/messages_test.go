package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Names in files cannot control the terminal, nor fill it.
func TestHostileNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.csv")
	for _, name := range []string{"\x1b[2Jknn", "a\u202eb", "x\x9by", "\xff", strings.Repeat("long ", 20_000)} {
		losses := "model,replication,fold,loss\n"
		for _, model := range []string{name, "B"} {
			losses += model + ",1,1,0.1\n" + model + ",1,2,0.2\n"
		}
		files := []string{losses, strings.ReplaceAll(losses, "0.2", name), strings.ReplaceAll(losses, "loss", name)}
		for _, text := range files {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, command := range [][]string{{"ttest", "--losses", path}, {"compare", path}, {"bayes", "--counts", path}} {
				_, stdout, stderr := capture(command...)
				for _, out := range []string{stdout, stderr} {
					bad := func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' }
					if strings.ContainsFunc(out, bad) || !utf8.ValidString(out) {
						t.Errorf("%s of a model %.10q prints %.300q", command[0], name, out)
					}
				}
				if len(stderr) > 2000 {
					t.Errorf("%s says %d bytes", command[0], len(stderr))
				}
			}
		}
	}
}

// JSON has escapes for all that does not print, and still says the same.
func TestHostileJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.csv")
	const name = "x\x7fy\u0085\u009b2J\u202e\u200b\U000e0001é東"
	text := "task,model,replication,fold,tp,fp,fn\n"
	losses := "model,replication,fold,loss\n"
	for _, model := range []string{name, "B"} {
		text += name + "," + model + ",1,1,5,1,1\n" + name + "," + model + ",1,2,6,1,1\n"
		losses += model + ",1,1,0.1\n" + model + ",1,2,0.2\n"
	}
	for command, text := range map[string]string{"bayes --json --counts": text, "compare --json": text,
		"compare --json ": losses} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, stdout, stderr := capture(append(strings.Fields(command), path)...)
		bad := func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' }
		if strings.ContainsFunc(stdout, bad) || !utf8.ValidString(stdout) {
			t.Errorf("%s prints %.300q", command, stdout)
		}
		var back any
		if err := json.Unmarshal([]byte(stdout), &back); err != nil || !strings.Contains(fmt.Sprint(back), name) {
			t.Errorf("%s: %v in %.300q; %s", command, err, stdout, stderr)
		}
	}
}

// A name is not cut where a buffer is full.
func TestNamesAcrossBuffers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.csv")
	text := "task,model,replication,fold,tp,fp,fn\n"
	for i := range 300 {
		for _, model := range []string{"a", "b"} {
			text += fmt.Sprintf("%s%d,%s,1,1,5,1,1\n%[1]s%[2]d,%[3]s,1,2,6,1,1\n", strings.Repeat("é東", 20), i, model)
		}
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"--json=false", "--json"} {
		if _, stdout, _ := capture("bayes", "--counts", path, flag); strings.Contains(stdout, `\x`) ||
			strings.Count(stdout, "é東1") == 0 || !utf8.ValidString(stdout) {
			t.Errorf("%s: %.300q", flag, stdout)
		}
	}
}

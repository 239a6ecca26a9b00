package outside

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary play the program of a learner: the variable
// OUTSIDE_PLAY names its part.
func TestMain(m *testing.M) {
	if part := os.Getenv("OUTSIDE_PLAY"); part != "" {
		play(part)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// play does the part of a program, for the job in the environment.
func play(part string) {
	train, test, predictions := os.Getenv("BCV_TRAIN"), os.Getenv("BCV_TEST"), os.Getenv("BCV_PREDICTIONS")
	write := func(text string) { must(os.WriteFile(predictions, []byte(text), 0o600)) }
	switch part {
	case "nearest": // honest
		nearest(train, test, predictions)
	case "shares": // writes the shares of the classes
		shares(train, test, predictions)
	case "arguments": // reports its arguments and environment
		write("record,prediction\n")
		fmt.Fprintln(os.Stderr, strings.Join(os.Args[1:], " "))
		for _, name := range []string{"BCV_TASK", "BCV_CLASSES", "BCV_NOMINAL", "BCV_SEED"} {
			fmt.Fprintf(os.Stderr, "%s=%s ", name, os.Getenv(name))
		}
		os.Exit(7)
	case "roles": // reports the roles of its training records, and the files that it gets
		text, _ := os.ReadFile(filepath.Join(filepath.Dir(train), "roles.csv"))
		files, _ := filepath.Glob(filepath.Join(filepath.Dir(train), "*"))
		for i := range files {
			files[i] = filepath.Base(files[i])
		}
		fmt.Fprintf(os.Stderr, "%s: %q, files %s", os.Getenv("BCV_ROLES"), text, files)
		os.Exit(7)
	case "fail":
		fmt.Fprint(os.Stderr, "first\nTraceback\n\n  line 3\nValueError: no\tgood\n")
		os.Exit(3)
	case "silent":
		os.Exit(1)
	case "nothing":
	case "text": // writes the given text
		write(os.Getenv("OUTSIDE_TEXT"))
	case "folder": // makes a folder with records and stays
		dir, _, err := newFolder()
		must(err)
		must(os.WriteFile(filepath.Join(dir, "train.csv"), []byte("x"), 0o600))
		fmt.Println(dir)
		time.Sleep(time.Minute)
	case "sleep": // with a child that would outlive it
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "OUTSIDE_PLAY=child")
		must(child.Start())
		time.Sleep(time.Minute)
	case "child": // reports its process id
		must(os.WriteFile(os.Getenv("OUTSIDE_TEXT"), []byte(strconv.Itoa(os.Getpid())), 0o600))
		time.Sleep(time.Minute)
	case "leave", "leave-session": // ends well and leaves a child behind, which holds stderr
		nearest(train, test, predictions)
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "OUTSIDE_PLAY=child")
		child.Stderr = os.Stderr
		if part == "leave-session" {
			ownSession(child)
		}
		must(child.Start())
		for range 500 {
			if _, err := os.Stat(os.Getenv("OUTSIDE_TEXT")); err == nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	default:
		playServer(part)
	}
}

// playServer reads jobs from standard input.
func playServer(part string) {
	in := bufio.NewScanner(os.Stdin)
	for jobs := 1; in.Scan(); jobs++ {
		f := strings.Split(in.Text(), "\t")
		switch {
		case part == "serve", part == "serve-stubborn":
			nearest(f[0], f[1], f[2])
			fmt.Println("ok")
		case part == "serve-shares":
			shares(f[0], f[1], f[2])
			fmt.Println("ok")
		case part == "serve-report" && jobs == 1:
			fmt.Println("error singular matrix")
		case part == "serve-die" && jobs == 2:
			fmt.Fprintln(os.Stderr, "out of memory")
			os.Exit(9)
		case part == "serve-once":
			return
		case part == "serve-hang" && jobs == 2:
			time.Sleep(time.Minute)
		case part == "serve-chat":
			fmt.Println("Epoch 1: loss 0.5")
		case part == "serve-flood":
			fmt.Println(strings.Repeat("x", 70_000))
		case part == "serve-jobs": // predicts the number of the job
			_, rows := readCSV(f[1])
			text := "record,prediction\n"
			for _, r := range rows {
				text += fmt.Sprintf("%s,%d\n", r[0], jobs)
			}
			must(os.WriteFile(f[2], []byte(text), 0o600))
			fmt.Println("ok")
		case part == "serve-seed":
			fmt.Println("error " + f[3])
		default:
			nearest(f[0], f[1], f[2])
			fmt.Println("ok")
		}
	}
	if part == "serve-stubborn" {
		time.Sleep(time.Minute)
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
}

func readCSV(path string) (header []string, rows [][]string) {
	f, err := os.Open(path)
	must(err)
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	must(err)
	return all[0], all[1:]
}

// nearest predicts the target of the nearest training record; the distance of
// different names is 1. It finds columns by name and answers in reverse order.
func nearest(train, test, predictions string) {
	trainHeader, trainRows := readCSV(train)
	testHeader, testRows := readCSV(test)
	target := slices.Index(trainHeader, "target")
	out := [][]string{{"record", "prediction"}}
	for _, t := range slices.Backward(testRows) {
		best := map[float64]string{}
		for _, r := range trainRows {
			d := 0.0
			for j, name := range trainHeader {
				if j != target {
					d += distance(r[j], t[slices.Index(testHeader, name)])
				}
			}
			if _, ok := best[d]; !ok {
				best[d] = r[target]
			}
		}
		answer := best[slices.Min(slices.Collect(maps.Keys(best)))]
		out = append(out, []string{t[slices.Index(testHeader, "record")], answer})
	}
	f, err := os.Create(predictions)
	must(err)
	must(csv.NewWriter(f).WriteAll(out))
	must(f.Close())
}

// shares predicts the first class with its share of the training records as the probability of each.
func shares(train, test, predictions string) {
	header, trained := readCSV(train)
	_, rows := readCSV(test)
	classes, err := csv.NewReader(strings.NewReader(os.Getenv("BCV_CLASSES"))).Read()
	must(err)
	out := [][]string{{"record", "prediction"}}
	var p []string
	for _, class := range classes {
		out[0] = append(out[0], "p_"+class)
		count := 0
		for _, r := range trained {
			if r[slices.Index(header, "target")] == class {
				count++
			}
		}
		p = append(p, strconv.FormatFloat(float64(count)/float64(len(trained)), 'g', 9, 64))
	}
	for _, r := range rows {
		out = append(out, append([]string{r[0], classes[0]}, p...))
	}
	f, err := os.Create(predictions)
	must(err)
	must(csv.NewWriter(f).WriteAll(out))
	must(f.Close())
}

func distance(a, b string) float64 {
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	switch {
	case err1 == nil && err2 == nil:
		return (x - y) * (x - y)
	case a == b:
		return 0
	}
	return 1
}

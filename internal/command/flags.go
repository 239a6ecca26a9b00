package command

import (
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// Descriptions of flags that several commands share.
const (
	// Alternatives holds in all commands: the difference is B minus A of what is compared.
	Alternatives = "two-sided, greater (B has the larger value: A is better if it is a loss or an error rate, B if it " +
		"is a score or a metric) or less"
	MetricNames = "P, R, F1 or precision, recall, F1"
)

// older is a flag by a former name, which help names beside the present one.
type older struct {
	flag.Value
	of string // the present name
}

// Also lets a flag be given by a former name too.
func Also(fs *flag.FlagSet, name, former string) {
	Former(fs, name, former, fs.Lookup(name).Value)
}

// Former lets a flag be given by a former name with another reading of its value.
func Former(fs *flag.FlagSet, name, former string, value flag.Value) {
	fs.Var(older{value, name}, former, "")
}

// Given reports whether a flag stands on the command line, by its present or a former name.
func Given(fs *flag.FlagSet, name string) bool {
	found := false
	fs.Visit(func(f *flag.Flag) {
		former, ok := f.Value.(older)
		found = found || f.Name == name || ok && former.of == name
	})
	return found
}

// Parse parses flags and refuses what is left over.
func Parse(fs *flag.FlagSet, args []string) error {
	if err := fs.Parse(args); err != nil {
		return flagError(fs, err)
	}
	if err := decimals(fs, args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return Usagef("unexpected argument %q; all input is given by flags, see %s --help", fs.Arg(0), fs.Name())
	}
	return nil
}

// ParseWords parses flags and words in any order.
func ParseWords(fs *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, flagError(fs, err)
		}
		if err := decimals(fs, args); err != nil {
			return nil, err
		}
		if fs.NArg() == 0 {
			return words, nil
		}
		words = append(words, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

// decimals refuses what Go reads as a number and nobody else does, such as 0x1p-3, which files refuse too, and 010
// for 8.
func decimals(fs *flag.FlagSet, args []string) error {
	for i, arg := range args {
		name, value, within := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		f := fs.Lookup(name)
		if arg == "--" || f == nil || !strings.HasPrefix(arg, "-") {
			continue
		}
		if !within && i+1 < len(args) {
			value = args[i+1]
		}
		kind, _ := flag.UnquoteUsage(&flag.Flag{Value: f.Value})
		whole := kind == "int" || kind == "uint"
		if (whole || kind == "float") && strings.ContainsAny(value, "xX_") || whole && octal.MatchString(value) {
			return Usagef("invalid value %q for flag --%s; give a decimal number%s; see %s --help", value, name,
				table.Pick(whole, " without 0 in front", ""), fs.Name())
		}
	}
	return nil
}

// octal matches whole numbers that Go does not read as decimal ones.
var octal = regexp.MustCompile(`^[+-]?0[0-9a-zA-Z]`)

// flagError puts an error of package flag in the words of this program: flags have two
// dashes, and an unknown one the name of the nearest.
func flagError(fs *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		var names []string
		fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		if near := nearest(name, names); near != "" {
			return Usagef("no flag --%s; did you mean --%s? See %s --help", name, near, fs.Name())
		}
		text = "no flag --" + name
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		text = "--" + name + " needs a value"
	}
	for _, before := range []string{`" for flag -`, `" for -`} { // after a value in quotation marks
		text = strings.Replace(text, before, before+"-", 1)
	}
	if head, ok := strings.CutSuffix(text, ": parse error"); ok {
		f := fs.Lookup(head[strings.LastIndex(head, " --")+3:])
		switch kind, _ := flag.UnquoteUsage(&flag.Flag{Value: f.Value}); {
		case strings.Contains(text, "invalid boolean"):
			text = head + "; give true or false"
		case kind == "int" || kind == "uint":
			text = head + "; give a whole number"
		default:
			text = head + "; give a number"
		}
	}
	return Usagef("%s; see %s --help", text, fs.Name())
}

// suggest puts the name that was probably meant before the names that a message gives in place of a quoted one.
func suggest(text string) string {
	head, list, _ := strings.Cut(text, `"; `)
	at := strings.LastIndexByte(head, '"')
	parts := strings.Split(strings.NewReplacer(`" "`, ", ", " or ", ", ", `"`, "", "[", "", "]", "").Replace(list), ", ")
	intro, _, _ := strings.Cut(list, " ")
	if at < 0 || len(parts) < 2 || !slices.Contains([]string{"use", "the", "its", "like", "known"}, intro) {
		return text
	}
	var names []string
	for i, part := range parts {
		if words := strings.Fields(part); len(words) > 0 && i == 0 {
			names = append(names, words[len(words)-1]) // after "use one of"
		} else if len(words) > 0 {
			names = append(names, words[0])
		}
	}
	if near := nearest(head[at+1:], names); near != "" && near != head[at+1:] {
		return fmt.Sprintf(`%s"; did you mean %s? %s%s`, head, near, strings.ToUpper(list[:1]), list[1:])
	}
	return text
}

// nearest returns the name that is nearest to a misspelt one, in letters of any case, or "" if none is near.
func nearest(misspelt string, names []string) string {
	best, least := "", 1+(len(misspelt)+1)/3
	for _, name := range slices.Sorted(slices.Values(names)) {
		if d := distance(strings.ToLower(misspelt), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance returns how many bytes must be inserted, left out or replaced, or neighbours
// exchanged, to turn a into b.
func distance(a, b string) int {
	// d[i][j] is the distance of a[:i] and b[:j].
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = 1 + min(d[i-1][j-1], d[i-1][j], d[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], 1+d[i-2][j-2])
			}
		}
	}
	return d[len(a)][len(b)]
}

// formerNames returns the former names of a flag, as help prints them.
func formerNames(fs *flag.FlagSet, name string) string {
	var out []string
	fs.VisitAll(func(f *flag.Flag) {
		if former, ok := f.Value.(older); ok && former.of == name {
			out = append(out, "--"+f.Name)
		}
	})
	if out == nil {
		return ""
	}
	return fmt.Sprintf(" (also %s)", strings.Join(out, ", "))
}

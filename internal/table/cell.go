package table

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxCount is the largest count: up to here every whole number is a float64.
const maxCount = 1 << 53

// checkTypes panics if a column has a type that a file cannot hold.
func checkTypes(cols []Column) {
	for _, c := range cols {
		switch c.Type.Kind() {
		case reflect.String, reflect.Int, reflect.Float64, reflect.Bool:
		default:
			panic(fmt.Sprintf("table: column %s has type %v; use string, int, float64 or bool", c.Name, c.Type))
		}
	}
}

// pointer returns a pointer to a field of the column, as one to string, int, float64 or bool.
func (c *Column) pointer(field reflect.Value) any {
	var plain reflect.Type
	switch c.Type.Kind() {
	case reflect.String:
		plain = reflect.TypeFor[*string]()
	case reflect.Int:
		plain = reflect.TypeFor[*int]()
	case reflect.Float64:
		plain = reflect.TypeFor[*float64]()
	default:
		plain = reflect.TypeFor[*bool]()
	}
	return field.Addr().Convert(plain).Interface()
}

// parse sets a field, by its pointer, from text. It returns what is wrong with the text, empty for nothing.
func (c *Column) parse(field any, text string) (problem string) {
	switch field := field.(type) {
	case *string:
		*field = text
		return c.lineProblem(text)
	case *int:
		*field, problem = c.parseInt(text)
	case *float64:
		*field, problem = c.parseFloat(text)
	case *bool:
		*field, problem = parseBool(text)
	}
	return problem
}

// lineProblem reports that s is not one line, if it has to be one.
func (c *Column) lineProblem(s string) string {
	if c.Line {
		return LineProblem(s)
	}
	return ""
}

// LineProblem reports that s has a line end, which would end the line of a report; rarer ones are escaped there.
func LineProblem(s string) string {
	if strings.ContainsAny(s, "\r\n") {
		return quote(s) + " has a line end within; write it in one line"
	}
	return ""
}

func (c *Column) parseInt(text string) (int, string) {
	if all, decimals, ok := digits(text); ok && decimals < 0 && all <= math.MaxInt32 {
		return int(all), ""
	}
	switch {
	case text == "" && c.Blank:
		return 0, ""
	case text == "":
		return 0, "is empty; give a whole number"
	}
	x, err := strconv.Atoi(text)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, quote(text) + " is too large; " + c.intRange()
	case err != nil:
		return 0, quote(text) + " is not a whole number; write digits only"
	case c.NonNeg && x < 0:
		return 0, quote(text) + " is negative; " + c.intRange()
	case c.NonNeg && int64(x) > maxCount:
		return 0, quote(text) + " is too large; " + c.intRange()
	}
	return x, ""
}

func (c *Column) intRange() string {
	if c.NonNeg {
		return fmt.Sprintf("give a count from 0 to %d", min(maxCount, math.MaxInt))
	}
	return fmt.Sprintf("give a number from %d to %d", math.MinInt, math.MaxInt)
}

// Float reads a finite decimal number; the second result says what is wrong with the text,
// empty for nothing.
func Float(text string) (float64, string) { return new(Column).parseFloat(text) }

// Divide divides a list at its separators, such as commas, but for those in parentheses: names such as
// svm(cost=1,gamma=2) have commas of their own. Blanks stay.
func Divide(list string, separator rune) []string {
	var out []string
	depth, from := 0, 0
	for i, r := range list {
		switch {
		case r == separator && depth == 0:
			out, from = append(out, list[from:i]), i+1
		case r == '(':
			depth++
		case r == ')':
			depth--
		}
	}
	return append(out, list[from:])
}

// Decimals returns how many digits after the decimal point a number is written with.
func Decimals(text string) int {
	digits, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	_, fraction, _ := strings.Cut(digits, ".")
	power, _ := strconv.Atoi(exponent) // 0 for none
	return max(0, len(fraction)-power)
}

// Rounded returns how far probabilities with that many decimals may have been rounded: half a unit of the last one; 0
// for fewer than two, which would explain nearly any sum.
func Rounded(decimals int) float64 {
	if decimals < 2 {
		return 0
	}
	return 0.5 * math.Pow10(-decimals)
}

// digits reads a decimal number of few digits without a sign: all of them, and how many stand behind the decimal point,
// -1 without one. All are exact as a float64, and so is the power of ten of the decimals: their quotient is rounded
// once, as strconv.ParseFloat rounds it.
func digits(text string) (all uint64, decimals int, ok bool) {
	if text == "" || len(text) > maxDigits || text == "." {
		return 0, 0, false
	}
	decimals = -1
	for i := range len(text) {
		switch c := text[i]; {
		case c-'0' <= 9:
			all = 10*all + uint64(c-'0')
		case c == '.' && decimals < 0:
			decimals = len(text) - 1 - i
		default:
			return 0, 0, false
		}
	}
	return all, decimals, true
}

// maxDigits is the length of the longest number that digits reads: 10^15 is less than 2^53.
const maxDigits = 15

// powers are those of ten.
var powers = [maxDigits]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14}

func (c *Column) parseFloat(text string) (float64, string) {
	if all, decimals, ok := digits(text); ok {
		return float64(all) / powers[max(0, decimals)], ""
	}
	switch {
	case text == "" && c.Blank:
		return math.NaN(), ""
	case text == "":
		return 0, "is empty; give a number"
	case c.Inf && text == "+Inf":
		return math.Inf(1), ""
	case c.Inf && text == "-Inf":
		return math.Inf(-1), ""
	}
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, quote(text) + " is outside the range of a double; give a smaller number"
	case err == nil && (math.IsNaN(x) || math.IsInf(x, 0)):
		return 0, quote(text) + " is not a finite number; give a finite number"
	case err == nil && c.NonNeg && x < 0:
		return 0, quote(text) + " is negative; give a number from 0 on"
	case err == nil && decimal(text):
		return x, ""
	case strings.Contains(text, ","):
		return 0, quote(text) + " is not a number; use a point as the decimal sign and no sign between thousands"
	}
	return 0, quote(text) + " is not a number; write it like 12, 0.5 or 1e-3"
}

// decimal reports whether text has only the signs of a decimal number: Go
// reads hexadecimal ones too, other programs do not.
func decimal(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && strings.IndexByte("+-.eE", c) < 0 {
			return false
		}
	}
	return true
}

func parseBool(text string) (bool, string) {
	switch {
	case strings.EqualFold(text, "true"):
		return true, ""
	case strings.EqualFold(text, "false"):
		return false, ""
	case text == "":
		return false, "is empty; write true or false"
	}
	return false, quote(text) + " is not a truth value; write true or false"
}

// format returns the text of field, or why Read would not read the same value back.
func (c *Column) format(field reflect.Value) (text, problem string) {
	switch c.Type.Kind() {
	case reflect.String:
		return field.String(), cmp.Or(textProblem(field.String()), c.lineProblem(field.String()))
	case reflect.Int:
		if c.Blank && field.Int() == 0 {
			return "", ""
		}
		text = strconv.FormatInt(field.Int(), 10)
		_, problem = c.parseInt(text)
		return text, problem
	case reflect.Float64:
		x := field.Float()
		if math.IsNaN(x) && c.Blank {
			return "", ""
		}
		text = strconv.FormatFloat(x, 'g', -1, 64)
		_, problem = c.parseFloat(text)
		return text, problem
	default:
		return strconv.FormatBool(field.Bool()), ""
	}
}

// textProblem reports why s could not be read back from a file.
func textProblem(s string) string {
	if strings.TrimSpace(s) != s {
		return quote(s) + " has spaces at its ends, which reading removes; trim it"
	}
	if !utf8.ValidString(s) || strings.IndexFunc(s, func(r rune) bool { return control(r) || r == '\r' }) >= 0 {
		return quote(s) + " has characters that are not text; replace them"
	}
	return ""
}

// control reports whether r is a control character that text files do not have.
func control(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r'
}

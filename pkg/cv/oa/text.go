package oa

import (
	"strconv"
	"strings"
)

// String returns the array as lines of levels, "+" and "-" for two levels.
func (a Array) String() string {
	var b strings.Builder
	for i, row := range a.Cells {
		for j, level := range row {
			if j > 0 {
				b.WriteByte(' ')
			}
			switch {
			case a.Levels > 2:
				b.WriteString(strconv.Itoa(int(level)))
			case a.Sign(i, j) > 0:
				b.WriteByte('+')
			default:
				b.WriteByte('-')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

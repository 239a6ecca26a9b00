// Package sealed gives lines of text checksums, by which damage is noticed.
package sealed

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"strconv"
)

// Line returns a line that ends with LF: before, the CRC-32 of the text as eight hexadecimal
// digits, a space and the text, which has no line feed.
func Line(before string, text []byte) []byte {
	line := make([]byte, 0, len(before)+len(text)+10)
	line = fmt.Appendf(line, "%s%08x ", before, crc32.ChecksumIEEE(text))
	return append(append(line, text...), '\n')
}

// Text returns the text of a line, which is given without what stands before its checksum
// and without its LF. It reports whether the checksum is right.
func Text(line []byte) (text []byte, ok bool) {
	sum, text, _ := bytes.Cut(line, []byte(" "))
	want, err := strconv.ParseUint(string(sum), 16, 32)
	return text, err == nil && len(sum) == 8 && uint32(want) == crc32.ChecksumIEEE(text)
}

package dataset

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// ReadIDX reads images and their labels in the format of MNIST (idx3 and idx1
// of unsigned bytes), unpacked if a name ends in .gz. Features are the grey
// values, 0 to 255, row by row; classes are the labels from 0 to the largest.
func ReadIDX(images, labels string) (*Data, error) {
	pixels, shape, err := readIDX(images, 3)
	if err != nil {
		return nil, err
	}
	classes, count, err := readIDX(labels, 1)
	if err != nil {
		return nil, err
	}
	if count[0] != shape[0] {
		return nil, &ReadError{File: labels, Problem: fmt.Sprintf("%d labels for %d images; give the labels of these images", count[0], shape[0])}
	}
	n, p := shape[0], shape[1]*shape[2]
	if n == 0 || p == 0 {
		return nil, &ReadError{File: images, Problem: "no images"}
	}
	d := &Data{Name: "idx", X: mat.NewDense(n, p, nil), Class: make([]int32, n)}
	largest := 0
	for i, c := range classes {
		d.Class[i] = int32(c)
		largest = max(largest, int(c))
		for j, row := 0, d.X.RawRowView(i); j < p; j++ {
			row[j] = float64(pixels[i*p+j])
		}
	}
	for c := range largest + 1 {
		d.Classes = append(d.Classes, strconv.Itoa(c))
	}
	return d, nil
}

// readIDX reads an array of unsigned bytes with the given number of dimensions.
func readIDX(path string, dimensions int) (values []byte, shape []int, err error) {
	fail := func(problem string) ([]byte, []int, error) {
		return nil, nil, &ReadError{File: path, Problem: problem}
	}
	f, err := os.Open(path)
	if err != nil {
		return fail("it cannot be opened; name an existing file")
	}
	defer f.Close()
	r := io.Reader(bufio.NewReader(f))
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(r); err != nil {
			return fail("it is not packed with gzip; unpack it or rename it")
		}
	}
	var magic [4]byte
	if _, err := io.ReadFull(r, magic[:]); err != nil || magic != [4]byte{0, 0, 8, byte(dimensions)} {
		return fail(fmt.Sprintf("it is no idx file of bytes with %d dimensions", dimensions))
	}
	size := 1
	for range dimensions {
		var length uint32
		if err := binary.Read(r, binary.BigEndian, &length); err != nil || length > 1<<24 {
			return fail("its header is damaged")
		}
		shape = append(shape, int(length))
		size *= int(length)
		if size > 1<<32 {
			return fail("its header says that it is larger than 4 GiB")
		}
	}
	values, err = io.ReadAll(io.LimitReader(r, int64(size)+1))
	if err != nil || len(values) != size {
		return fail(fmt.Sprintf("%d bytes of data instead of the %d of its header", len(values), size))
	}
	return values, shape, nil
}

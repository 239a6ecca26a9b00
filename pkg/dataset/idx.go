package dataset

import (
	"encoding/binary"
	"fmt"
	"io"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/table"
)

// ReadIDX reads images and their labels in the format of MNIST (idx3 and idx1 of unsigned bytes), compressed with
// gzip or not. Features are the grey values, 0 to 255, row by row; classes are the labels from 0 to the largest.
// Errors are *table.Error.
func ReadIDX(images, labels string) (*Data, error) {
	i, err := table.Open(images)
	if err != nil {
		return nil, err
	}
	defer i.Close()
	l, err := table.Open(labels)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	return parseIDX(images, i, labels, l)
}

// parseIDX is ReadIDX on open files; errors use the names.
func parseIDX(images string, i io.Reader, labels string, l io.Reader) (*Data, error) {
	pixels, shape, err := readBytes(images, i, 3)
	if err != nil {
		return nil, err
	}
	classes, count, err := readBytes(labels, l, 1)
	if err != nil {
		return nil, err
	}
	if count[0] != shape[0] {
		return nil, &table.Error{File: labels, Problem: fmt.Sprintf("%d labels for %d images; give the labels of "+
			"these images", count[0], shape[0])}
	}
	n, p := shape[0], shape[1]*shape[2]
	if n == 0 || p == 0 {
		return nil, &table.Error{File: images, Problem: "no images; give at least one pixel"}
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

// readBytes reads an array of unsigned bytes with the given number of dimensions.
func readBytes(name string, packed io.Reader, dimensions int) (values []byte, shape []int, err error) {
	fail := func(format string, args ...any) ([]byte, []int, error) {
		return nil, nil, &table.Error{File: name, Problem: fmt.Sprintf(format, args...)}
	}
	r, err := unpack(name, packed)
	if err != nil {
		return nil, nil, err
	}
	var magic [4]byte
	if _, err := io.ReadFull(r, magic[:]); err != nil || magic != [4]byte{0, 0, 8, byte(dimensions)} {
		return fail("it is not an idx file of bytes with %d dimensions; give images first, then labels", dimensions)
	}
	size := int64(1)
	for range dimensions {
		var length uint32
		if err := binary.Read(r, binary.BigEndian, &length); err != nil || length > 1<<24 {
			return fail("its header is damaged; get the file again")
		}
		shape = append(shape, int(length))
		size *= int64(length)
		if size > 1<<32 {
			return fail("its header says that it is larger than 4 GiB; get the file again")
		}
	}
	values, err = io.ReadAll(io.LimitReader(r, size+1))
	if err != nil || int64(len(values)) != size {
		return fail("%d bytes of data instead of the %d of its header; get the file again", len(values), size)
	}
	return values, shape, nil
}

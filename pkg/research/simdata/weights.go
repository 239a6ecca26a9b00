package simdata

// EXP6Weights returns the weights omega and 1/omega of the two features of EXP6 (5x2 BCV McNemar paper, eq. 18).
// The paper uses omega from 0.29, where the error rate equals that of C4.5, to 1.
func EXP6Weights(omega float64) []float64 { return []float64{omega, 1 / omega} }

// LetterWeights returns the weights of the 16 features of the UCI letter data, in the order of its file: omega for
// features 1, 3, 9 and 16, 1/omega for 5, 11 and 13, and 1 for the others (thesis, eq. 5.57; 5x2 BCV McNemar paper,
// eq. 19). The thesis uses omega from 1 to 2048, the paper from 1 to 30.09.
func LetterWeights(omega float64) []float64 {
	w := make([]float64, 16)
	for j := range w {
		switch j + 1 {
		case 1, 3, 9, 16:
			w[j] = omega
		case 5, 11, 13:
			w[j] = 1 / omega
		default:
			w[j] = 1
		}
	}
	return w
}

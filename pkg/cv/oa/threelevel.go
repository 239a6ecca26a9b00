package oa

// difference18 is a difference scheme D(6, 6, 3): in any two columns the
// differences modulo 3 take every value twice.
var difference18 = [6][6]int8{
	{0, 0, 0, 0, 0, 0},
	{0, 1, 2, 1, 2, 0},
	{0, 2, 1, 1, 0, 2},
	{0, 2, 2, 0, 1, 1},
	{0, 0, 1, 2, 2, 1},
	{0, 1, 0, 2, 1, 2},
}

// ThreeLevel18 returns OA(18, 7) of three levels: the difference scheme plus
// 0, 1 and 2, and a seventh column that is constant on pairs of its rows.
func ThreeLevel18() Array {
	a := Array{Levels: 3}
	for i, row := range difference18 {
		for shift := range int8(3) {
			run := make([]int8, 0, 7)
			for _, v := range row {
				run = append(run, (v+shift)%3)
			}
			a.Cells = append(a.Cells, append(run, int8(i/2)))
		}
	}
	return a
}

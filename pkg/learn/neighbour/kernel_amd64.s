//go:build !noasm

#include "textflag.h"

// func squaresAVX2(column *float64, stride, at int, weight *float64, p int, dst *float64)
//
// SI column, R8 the record in the first column, DX bytes from column to column,
// BX weights, CX features, DI destination, R9 records left. Four registers of
// four sums; the operations and their order are those of squaresGo.
TEXT ·squaresAVX2(SB), NOSPLIT, $0-48
	MOVQ column+0(FP), SI
	MOVQ stride+8(FP), R9
	MOVQ at+16(FP), AX
	MOVQ weight+24(FP), BX
	MOVQ p+32(FP), CX
	MOVQ dst+40(FP), DI
	LEAQ (SI)(AX*8), R8
	MOVQ R9, DX
	SHLQ $3, DX

records:
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	MOVQ   SI, R10
	MOVQ   R8, R11
	MOVQ   BX, R12
	MOVQ   CX, R13

features:
	VBROADCASTSD (R11), Y4
	VBROADCASTSD (R12), Y5
	VSUBPD       (R10), Y4, Y6
	VSUBPD       32(R10), Y4, Y7
	VSUBPD       64(R10), Y4, Y8
	VSUBPD       96(R10), Y4, Y9
	VMULPD       Y6, Y5, Y10
	VMULPD       Y7, Y5, Y11
	VMULPD       Y8, Y5, Y12
	VMULPD       Y9, Y5, Y13
	VMULPD       Y10, Y6, Y6
	VMULPD       Y11, Y7, Y7
	VMULPD       Y12, Y8, Y8
	VMULPD       Y13, Y9, Y9
	VADDPD       Y6, Y0, Y0
	VADDPD       Y7, Y1, Y1
	VADDPD       Y8, Y2, Y2
	VADDPD       Y9, Y3, Y3
	ADDQ         DX, R10
	ADDQ         DX, R11
	ADDQ         $8, R12
	DECQ         R13
	JNZ          features

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	ADDQ    $128, SI
	ADDQ    $128, DI
	SUBQ    $16, R9
	JNZ     records
	VZEROUPPER
	RET

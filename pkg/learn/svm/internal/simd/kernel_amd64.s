//go:build !noasm

#include "textflag.h"

// Two sets of four lanes each hold a best value and its place. best stores
// them for the caller to reduce.

// func updateAVX2(rise, fall, ki, kj *float64, n int, t float64, out *best)
TEXT ·updateAVX2(SB), NOSPLIT, $0-56
	MOVQ         rise+0(FP), DI
	MOVQ         fall+8(FP), SI
	MOVQ         ki+16(FP), R8
	MOVQ         kj+24(FP), R9
	MOVQ         n+32(FP), CX
	VBROADCASTSD t+40(FP), Y15
	MOVQ         out+48(FP), DX
	VMOVUPD      ·lanes+0(SB), Y12      // places of the first set
	VPADDQ       ·lanes+32(SB), Y12, Y13 // of the second: 4 more
	VMOVUPD      ·lanes+64(SB), Y14     // 8, 8, 8, 8
	VMOVUPD      ·lanes+96(SB), Y8      // -Inf
	VMOVUPD      Y8, Y9
	VMOVUPD      Y12, Y10
	VMOVUPD      Y13, Y11
	XORQ         AX, AX

updateLoop:
	VMOVUPD   (R8)(AX*8), Y0
	VMOVUPD   32(R8)(AX*8), Y1
	VSUBPD    (R9)(AX*8), Y0, Y0
	VSUBPD    32(R9)(AX*8), Y1, Y1
	VMULPD    Y15, Y0, Y0
	VMULPD    Y15, Y1, Y1
	VMOVUPD   (DI)(AX*8), Y2
	VMOVUPD   32(DI)(AX*8), Y3
	VMOVUPD   (SI)(AX*8), Y4
	VMOVUPD   32(SI)(AX*8), Y5
	VSUBPD    Y0, Y2, Y2
	VSUBPD    Y1, Y3, Y3
	VSUBPD    Y0, Y4, Y4
	VSUBPD    Y1, Y5, Y5
	VMOVUPD   Y2, (DI)(AX*8)
	VMOVUPD   Y3, 32(DI)(AX*8)
	VMOVUPD   Y4, (SI)(AX*8)
	VMOVUPD   Y5, 32(SI)(AX*8)
	VCMPPD    $0x1D, Y8, Y2, Y6
	VCMPPD    $0x1D, Y9, Y3, Y7
	VMAXPD    Y8, Y2, Y8
	VMAXPD    Y9, Y3, Y9
	VBLENDVPD Y6, Y12, Y10, Y10
	VBLENDVPD Y7, Y13, Y11, Y11
	VPADDQ    Y14, Y12, Y12
	VPADDQ    Y14, Y13, Y13
	ADDQ      $8, AX
	CMPQ      AX, CX
	JLT       updateLoop

	VMOVUPD Y8, (DX)
	VMOVUPD Y9, 32(DX)
	VMOVUPD Y10, 64(DX)
	VMOVUPD Y11, 96(DX)
	VZEROUPPER
	RET

// func partnerAVX2(fall, ki, diag *float64, n int, di, top float64, out *best) (bottom float64)
TEXT ·partnerAVX2(SB), NOSPLIT, $0-64
	MOVQ         fall+0(FP), DI
	MOVQ         ki+8(FP), R8
	MOVQ         diag+16(FP), R9
	MOVQ         n+24(FP), CX
	VBROADCASTSD di+32(FP), Y14
	VBROADCASTSD top+40(FP), Y15
	MOVQ         out+48(FP), DX
	VMOVUPD      ·lanes+0(SB), Y12
	VMOVUPD      ·lanes+128(SB), Y13 // least curvature
	VXORPD       Y8, Y8, Y8          // gains
	VXORPD       Y9, Y9, Y9
	VMOVUPD      Y12, Y10            // places
	VPADDQ       ·lanes+32(SB), Y12, Y11
	VMOVUPD      ·lanes+160(SB), Y7  // +Inf: the lowest fall
	XORQ         AX, AX

partnerLoop:
	VMOVUPD   (DI)(AX*8), Y0
	VMOVUPD   32(DI)(AX*8), Y1
	VMINPD    Y0, Y7, Y7
	VMINPD    Y1, Y7, Y7
	VSUBPD    Y0, Y15, Y0
	VSUBPD    Y1, Y15, Y1
	VXORPD    Y6, Y6, Y6
	VMAXPD    Y6, Y0, Y0
	VMAXPD    Y6, Y1, Y1
	VMULPD    Y0, Y0, Y0
	VMULPD    Y1, Y1, Y1
	VMOVUPD   (R8)(AX*8), Y2
	VMOVUPD   32(R8)(AX*8), Y3
	VADDPD    Y2, Y2, Y2
	VADDPD    Y3, Y3, Y3
	VADDPD    (R9)(AX*8), Y14, Y4
	VADDPD    32(R9)(AX*8), Y14, Y5
	VSUBPD    Y2, Y4, Y4
	VSUBPD    Y3, Y5, Y5
	VMAXPD    Y13, Y4, Y4
	VMAXPD    Y13, Y5, Y5
	VDIVPD    Y4, Y0, Y0
	VDIVPD    Y5, Y1, Y1
	VCMPPD    $0x1D, Y8, Y0, Y2
	VCMPPD    $0x1D, Y9, Y1, Y3
	VMAXPD    Y8, Y0, Y8
	VMAXPD    Y9, Y1, Y9
	VPADDQ    ·lanes+32(SB), Y12, Y4
	VBLENDVPD Y2, Y12, Y10, Y10
	VBLENDVPD Y3, Y4, Y11, Y11
	VPADDQ    ·lanes+64(SB), Y12, Y12
	ADDQ      $8, AX
	CMPQ      AX, CX
	JLT       partnerLoop

	VMOVUPD      Y8, (DX)
	VMOVUPD      Y9, 32(DX)
	VMOVUPD      Y10, 64(DX)
	VMOVUPD      Y11, 96(DX)
	VEXTRACTF128 $1, Y7, X0
	VMINPD       X0, X7, X7
	VPERMILPD    $1, X7, X0
	VMINSD       X0, X7, X7
	VMOVSD       X7, bottom+56(FP)
	VZEROUPPER
	RET

// EXP sets Y2 to e^Y0. It needs expTable in R8 and its first rows in Y14, Y13,
// Y12 and Y10 (1/ln2, ln2 in two parts, 1023), and changes Y0 and Y1.
//
// x = m ln2 + r with |r| <= ln2/2: e^x = 2^m e^r, with the Taylor polynomial of
// degree 12 for e^r, whose remainder is below 2e-16 of it.
#define EXP \
	VMULPD       Y14, Y0, Y1; \
	VROUNDPD     $8, Y1, Y1; \
	VFNMADD231PD Y13, Y1, Y0; \
	VFNMADD231PD Y12, Y1, Y0; \
	VMOVUPD      160(R8), Y2; \
	VFMADD213PD  192(R8), Y0, Y2; \
	VFMADD213PD  224(R8), Y0, Y2; \
	VFMADD213PD  256(R8), Y0, Y2; \
	VFMADD213PD  288(R8), Y0, Y2; \
	VFMADD213PD  320(R8), Y0, Y2; \
	VFMADD213PD  352(R8), Y0, Y2; \
	VFMADD213PD  384(R8), Y0, Y2; \
	VFMADD213PD  416(R8), Y0, Y2; \
	VFMADD213PD  448(R8), Y0, Y2; \
	VFMADD213PD  480(R8), Y0, Y2; \
	VFMADD213PD  512(R8), Y0, Y2; \
	VFMADD213PD  544(R8), Y0, Y2; \
	VCVTPD2DQY   Y1, X1; \
	VPMOVSXDQ    X1, Y1; \
	VPADDQ       Y10, Y1, Y1; \
	VPSLLQ       $52, Y1, Y1; \
	VMULPD       Y1, Y2, Y2

// func rbfAVX2(x, shift *float64, n int, h float64)
TEXT ·rbfAVX2(SB), NOSPLIT, $0-32
	MOVQ         x+0(FP), DI
	MOVQ         shift+8(FP), SI
	MOVQ         n+16(FP), CX
	VBROADCASTSD h+24(FP), Y15
	LEAQ         ·expTable(SB), R8
	VMOVUPD      (R8), Y14   // 1/ln2
	VMOVUPD      32(R8), Y13 // ln2, upper digits
	VMOVUPD      64(R8), Y12 // ln2, lower digits
	VMOVUPD      96(R8), Y11 // least argument
	VMOVUPD      128(R8), Y10 // 1023 in each lane
	VXORPD       Y9, Y9, Y9
	XORQ         AX, AX

rbfLoop:
	VMOVUPD      (DI)(AX*8), Y0
	VSUBPD       (SI)(AX*8), Y0, Y0
	VSUBPD       Y15, Y0, Y0
	VMINPD       Y9, Y0, Y0
	VCMPPD       $0x1D, Y11, Y0, Y8
	EXP
	VANDPD       Y8, Y2, Y2
	VMOVUPD      Y2, (DI)(AX*8)
	ADDQ         $4, AX
	CMPQ         AX, CX
	JLT          rbfLoop
	VZEROUPPER
	RET

// func sigmoidAVX2(x *float64, n int, shift float64)
//
// tanh x = 1 - 2/(e^2x + 1), with 2x held between -40 and 40, where the result
// is -1 or 1 to the last digit.
TEXT ·sigmoidAVX2(SB), NOSPLIT, $0-24
	MOVQ         x+0(FP), DI
	MOVQ         n+8(FP), CX
	VBROADCASTSD shift+16(FP), Y15
	LEAQ         ·expTable(SB), R8
	VMOVUPD      (R8), Y14
	VMOVUPD      32(R8), Y13
	VMOVUPD      64(R8), Y12
	VMOVUPD      128(R8), Y10
	VMOVUPD      544(R8), Y11 // 1
	VMOVUPD      576(R8), Y9  // 40
	VMOVUPD      608(R8), Y8  // -40
	VMOVUPD      640(R8), Y7  // 2
	XORQ         AX, AX

sigmoidLoop:
	VADDPD  (DI)(AX*8), Y15, Y0
	VADDPD  Y0, Y0, Y0
	VMINPD  Y9, Y0, Y0
	VMAXPD  Y8, Y0, Y0
	EXP
	VADDPD  Y11, Y2, Y2
	VDIVPD  Y2, Y7, Y2
	VSUBPD  Y2, Y11, Y2
	VMOVUPD Y2, (DI)(AX*8)
	ADDQ    $4, AX
	CMPQ    AX, CX
	JLT     sigmoidLoop
	VZEROUPPER
	RET

// func singleAVX2(x *float64, n int)
TEXT ·singleAVX2(SB), NOSPLIT, $0-16
	MOVQ x+0(FP), DI
	MOVQ n+8(FP), CX
	XORQ AX, AX

singleLoop:
	VCVTPD2PSY (DI)(AX*8), X0
	VCVTPS2PD  X0, Y0
	VMOVUPD    Y0, (DI)(AX*8)
	ADDQ       $4, AX
	CMPQ       AX, CX
	JLT        singleLoop
	VZEROUPPER
	RET

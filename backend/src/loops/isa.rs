//! Instruction sets for loops: what the selection and the allocation ask about registers, and the codes of instructions.

use super::machine::Class;
use crate::Cpu;
use iced_x86::{Code, Register};

/// An instruction set with vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Isa {
    /// Sixteen registers of 256 bits; masks are lanes of which all bits are equal.
    Avx2,
    /// Thirty-two registers of 512 bits; masks have registers of their own.
    Avx512,
}

impl Isa {
    /// What code for a processor may use.
    pub fn of(cpu: Cpu) -> Option<Isa> {
        match cpu.vector_bytes() {
            64 => Some(Isa::Avx512),
            32 => Some(Isa::Avx2),
            _ => None,
        }
    }

    /// Bytes of a register.
    pub fn width(self) -> i64 {
        match self {
            Isa::Avx2 => 32,
            Isa::Avx512 => 64,
        }
    }

    /// Vector registers that there are.
    pub fn vectors(self) -> usize {
        match self {
            Isa::Avx2 => 16,
            Isa::Avx512 => 32,
        }
    }

    /// The first vector register, and its lower half.
    pub fn first(self) -> [Register; 2] {
        match self {
            Isa::Avx2 => [Register::YMM0, Register::XMM0],
            Isa::Avx512 => [Register::ZMM0, Register::YMM0],
        }
    }

    /// What holds masks.
    pub fn masks(self) -> Class {
        match self {
            Isa::Avx2 => Class::Vector,
            Isa::Avx512 => Class::Mask,
        }
    }

    /// Whether instructions spread scalars in memory over the lanes of an operand.
    pub fn broadcasts(self) -> bool {
        self == Isa::Avx512
    }

    /// The code of an instruction for lanes of so many bytes; `INVALID` where there is none.
    pub fn code(self, form: Form, size: i64) -> Code {
        let of = match self {
            Isa::Avx2 if size < 4 => return small(form, size),
            Isa::Avx2 => form.half,
            Isa::Avx512 => form.wide,
        };
        of[usize::from(size != 4)]
    }
}

/// The code of an instruction of AVX2 for lanes of one or two bytes.
fn small(form: Form, size: i64) -> Code {
    let [bytes, words] = match form {
        ADD => [Code::VEX_Vpaddb_ymm_ymm_ymmm256, Code::VEX_Vpaddw_ymm_ymm_ymmm256],
        SUB => [Code::VEX_Vpsubb_ymm_ymm_ymmm256, Code::VEX_Vpsubw_ymm_ymm_ymmm256],
        MUL => [Code::INVALID, Code::VEX_Vpmullw_ymm_ymm_ymmm256],
        MIN => [Code::VEX_Vpminsb_ymm_ymm_ymmm256, Code::VEX_Vpminsw_ymm_ymm_ymmm256],
        MAX => [Code::VEX_Vpmaxsb_ymm_ymm_ymmm256, Code::VEX_Vpmaxsw_ymm_ymm_ymmm256],
        EQUAL => [Code::VEX_Vpcmpeqb_ymm_ymm_ymmm256, Code::VEX_Vpcmpeqw_ymm_ymm_ymmm256],
        GREATER => [Code::VEX_Vpcmpgtb_ymm_ymm_ymmm256, Code::VEX_Vpcmpgtw_ymm_ymm_ymmm256],
        BLEND => [Code::VEX_Vpblendvb_ymm_ymm_ymmm256_ymm; 2],
        SPREAD_F => [Code::VEX_Vpbroadcastb_ymm_xmmm8, Code::VEX_Vpbroadcastw_ymm_xmmm16],
        // These do not know of lanes.
        AND | AND_NOT | OR | XOR | MOVE | STORE | COPY | COPY_I => [form.half[0]; 2],
        _ => [Code::INVALID; 2],
    };
    if size == 1 { bytes } else { words }
}

/// An instruction on lanes of 4 and of 8 bytes, in both sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Form {
    wide: [Code; 2],
    half: [Code; 2],
}

macro_rules! forms {
    ($($name:ident: $a:ident $b:ident, $c:ident $d:ident;)*) => {
        $(pub(super) const $name: Form =
            Form { wide: [Code::$a, Code::$b], half: [Code::$c, Code::$d] };)*
    };
}

forms! {
    ADD_F: EVEX_Vaddps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vaddpd_zmm_k1z_zmm_zmmm512b64_er,
        VEX_Vaddps_ymm_ymm_ymmm256 VEX_Vaddpd_ymm_ymm_ymmm256;
    SUB_F: EVEX_Vsubps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vsubpd_zmm_k1z_zmm_zmmm512b64_er,
        VEX_Vsubps_ymm_ymm_ymmm256 VEX_Vsubpd_ymm_ymm_ymmm256;
    MUL_F: EVEX_Vmulps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vmulpd_zmm_k1z_zmm_zmmm512b64_er,
        VEX_Vmulps_ymm_ymm_ymmm256 VEX_Vmulpd_ymm_ymm_ymmm256;
    DIV_F: EVEX_Vdivps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er,
        VEX_Vdivps_ymm_ymm_ymmm256 VEX_Vdivpd_ymm_ymm_ymmm256;
    MIN_F: EVEX_Vminps_zmm_k1z_zmm_zmmm512b32_sae EVEX_Vminpd_zmm_k1z_zmm_zmmm512b64_sae,
        VEX_Vminps_ymm_ymm_ymmm256 VEX_Vminpd_ymm_ymm_ymmm256;
    MAX_F: EVEX_Vmaxps_zmm_k1z_zmm_zmmm512b32_sae EVEX_Vmaxpd_zmm_k1z_zmm_zmmm512b64_sae,
        VEX_Vmaxps_ymm_ymm_ymmm256 VEX_Vmaxpd_ymm_ymm_ymmm256;
    SQRT: EVEX_Vsqrtps_zmm_k1z_zmmm512b32_er EVEX_Vsqrtpd_zmm_k1z_zmmm512b64_er,
        VEX_Vsqrtps_ymm_ymmm256 VEX_Vsqrtpd_ymm_ymmm256;
    FMA: EVEX_Vfmadd213ps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vfmadd213pd_zmm_k1z_zmm_zmmm512b64_er,
        VEX_Vfmadd213ps_ymm_ymm_ymmm256 VEX_Vfmadd213pd_ymm_ymm_ymmm256;
    FMA_ADD: EVEX_Vfmadd231ps_zmm_k1z_zmm_zmmm512b32_er EVEX_Vfmadd231pd_zmm_k1z_zmm_zmmm512b64_er,
        VEX_Vfmadd231ps_ymm_ymm_ymmm256 VEX_Vfmadd231pd_ymm_ymm_ymmm256;
    ROUND: EVEX_Vrndscaleps_zmm_k1z_zmmm512b32_imm8_sae EVEX_Vrndscalepd_zmm_k1z_zmmm512b64_imm8_sae,
        VEX_Vroundps_ymm_ymmm256_imm8 VEX_Vroundpd_ymm_ymmm256_imm8;
    CMP_F: EVEX_Vcmpps_kr_k1_zmm_zmmm512b32_imm8_sae EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae,
        VEX_Vcmpps_ymm_ymm_ymmm256_imm8 VEX_Vcmppd_ymm_ymm_ymmm256_imm8;
    CMP_I: EVEX_Vpcmpd_kr_k1_zmm_zmmm512b32_imm8 EVEX_Vpcmpq_kr_k1_zmm_zmmm512b64_imm8, INVALID INVALID;
    CMP_U: EVEX_Vpcmpud_kr_k1_zmm_zmmm512b32_imm8 EVEX_Vpcmpuq_kr_k1_zmm_zmmm512b64_imm8, INVALID INVALID;
    TEST: EVEX_Vptestmd_kr_k1_zmm_zmmm512b32 EVEX_Vptestmq_kr_k1_zmm_zmmm512b64, INVALID INVALID;
    EQUAL: INVALID INVALID, VEX_Vpcmpeqd_ymm_ymm_ymmm256 VEX_Vpcmpeqq_ymm_ymm_ymmm256;
    GREATER: INVALID INVALID, VEX_Vpcmpgtd_ymm_ymm_ymmm256 VEX_Vpcmpgtq_ymm_ymm_ymmm256;
    ADD: EVEX_Vpaddd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpaddd_ymm_ymm_ymmm256 VEX_Vpaddq_ymm_ymm_ymmm256;
    SUB: EVEX_Vpsubd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpsubq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpsubd_ymm_ymm_ymmm256 VEX_Vpsubq_ymm_ymm_ymmm256;
    MUL: EVEX_Vpmulld_zmm_k1z_zmm_zmmm512b32 EVEX_Vpmullq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpmulld_ymm_ymm_ymmm256 INVALID;
    MIN: EVEX_Vpminsd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpminsq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpminsd_ymm_ymm_ymmm256 INVALID;
    MAX: EVEX_Vpmaxsd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpmaxsq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpmaxsd_ymm_ymm_ymmm256 INVALID;
    ABS: EVEX_Vpabsd_zmm_k1z_zmmm512b32 EVEX_Vpabsq_zmm_k1z_zmmm512b64, VEX_Vpabsd_ymm_ymmm256 INVALID;
    AND: EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpand_ymm_ymm_ymmm256 VEX_Vpand_ymm_ymm_ymmm256;
    AND_NOT: EVEX_Vpandnd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpandn_ymm_ymm_ymmm256 VEX_Vpandn_ymm_ymm_ymmm256;
    OR: EVEX_Vpord_zmm_k1z_zmm_zmmm512b32 EVEX_Vporq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpor_ymm_ymm_ymmm256 VEX_Vpor_ymm_ymm_ymmm256;
    XOR: EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32 EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpxor_ymm_ymm_ymmm256 VEX_Vpxor_ymm_ymm_ymmm256;
    TERNARY: EVEX_Vpternlogd_zmm_k1z_zmm_zmmm512b32_imm8 EVEX_Vpternlogq_zmm_k1z_zmm_zmmm512b64_imm8,
        INVALID INVALID;
    SHL: EVEX_Vpsllvd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpsllvq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpsllvd_ymm_ymm_ymmm256 VEX_Vpsllvq_ymm_ymm_ymmm256;
    SHR: EVEX_Vpsrlvd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpsrlvq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpsrlvd_ymm_ymm_ymmm256 VEX_Vpsrlvq_ymm_ymm_ymmm256;
    SAR: EVEX_Vpsravd_zmm_k1z_zmm_zmmm512b32 EVEX_Vpsravq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpsravd_ymm_ymm_ymmm256 INVALID;
    // Shifts of 32 and of 64 bits by a constant; those of AVX2 have no form with an operand in memory.
    SHR_BY: EVEX_Vpsrld_zmm_k1z_zmmm512b32_imm8 EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8,
        VEX_Vpsrld_ymm_ymm_imm8 VEX_Vpsrlq_ymm_ymm_imm8;
    SHL_BY: INVALID INVALID, VEX_Vpslld_ymm_ymm_imm8 VEX_Vpsllq_ymm_ymm_imm8;
    BLEND: EVEX_Vblendmps_zmm_k1z_zmm_zmmm512b32 EVEX_Vblendmpd_zmm_k1z_zmm_zmmm512b64,
        VEX_Vblendvps_ymm_ymm_ymmm256_ymm VEX_Vblendvpd_ymm_ymm_ymmm256_ymm;
    MOVE: EVEX_Vmovups_zmm_k1z_zmmm512 EVEX_Vmovupd_zmm_k1z_zmmm512,
        VEX_Vmovups_ymm_ymmm256 VEX_Vmovupd_ymm_ymmm256;
    STORE: EVEX_Vmovups_zmmm512_k1z_zmm EVEX_Vmovupd_zmmm512_k1z_zmm,
        VEX_Vmovups_ymmm256_ymm VEX_Vmovupd_ymmm256_ymm;
    COPY: EVEX_Vmovaps_zmm_k1z_zmmm512 EVEX_Vmovaps_zmm_k1z_zmmm512,
        VEX_Vmovaps_ymm_ymmm256 VEX_Vmovaps_ymm_ymmm256;
    COPY_I: EVEX_Vmovdqu32_zmm_k1z_zmmm512 EVEX_Vmovdqu32_zmm_k1z_zmmm512,
        VEX_Vmovdqu_ymm_ymmm256 VEX_Vmovdqu_ymm_ymmm256;
    // Loads and stores of the lanes that a mask in a vector names.
    LOAD_UNDER: INVALID INVALID, VEX_Vmaskmovps_ymm_ymm_m256 VEX_Vmaskmovpd_ymm_ymm_m256;
    STORE_UNDER: INVALID INVALID, VEX_Vmaskmovps_m256_ymm_ymm VEX_Vmaskmovpd_m256_ymm_ymm;
    // A scalar in memory, in all lanes.
    SPREAD_F: EVEX_Vbroadcastss_zmm_k1z_xmmm32 EVEX_Vbroadcastsd_zmm_k1z_xmmm64,
        VEX_Vbroadcastss_ymm_m32 VEX_Vbroadcastsd_ymm_m64;
    // A scalar in a vector register, in all lanes.
    SPREAD_I: EVEX_Vpbroadcastd_zmm_k1z_xmmm32 EVEX_Vpbroadcastq_zmm_k1z_xmmm64,
        VEX_Vpbroadcastd_ymm_xmmm32 VEX_Vpbroadcastq_ymm_xmmm64;
    // A scalar in a general register.
    SPREAD_GENERAL: EVEX_Vpbroadcastd_zmm_k1z_r32 EVEX_Vpbroadcastq_zmm_k1z_r64, INVALID INVALID;
    FROM_GENERAL: INVALID INVALID, VEX_Vmovd_xmm_rm32 VEX_Vmovq_xmm_rm64;
    GATHER: EVEX_Vgatherdps_zmm_k1_vm32z EVEX_Vgatherqpd_zmm_k1_vm64z,
        VEX_Vgatherdps_ymm_vm32y_ymm VEX_Vgatherqpd_ymm_vm64y_ymm;
    SCATTER: EVEX_Vscatterdps_vm32z_k1_zmm EVEX_Vscatterqpd_vm64z_k1_zmm, INVALID INVALID;
    PERMUTE: EVEX_Vpermt2ps_zmm_k1z_zmm_zmmm512b32 EVEX_Vpermt2pd_zmm_k1z_zmm_zmmm512b64, INVALID INVALID;
    // Lower and upper neighbours of two registers, within their halves.
    UNPACK_LOW: INVALID INVALID, VEX_Vunpcklps_ymm_ymm_ymmm256 VEX_Vunpcklpd_ymm_ymm_ymmm256;
    UNPACK_HIGH: INVALID INVALID, VEX_Vunpckhps_ymm_ymm_ymmm256 VEX_Vunpckhpd_ymm_ymm_ymmm256;
    // Lanes in the order that a register of numbers, or an immediate, names.
    REORDER: INVALID INVALID, VEX_Vpermps_ymm_ymm_ymmm256 VEX_Vpermpd_ymm_ymmm256_imm8;
    // Halves of registers, taken out and put in.
    UPPER: EVEX_Vextractf64x4_ymmm256_k1z_zmm_imm8 EVEX_Vextractf64x4_ymmm256_k1z_zmm_imm8,
        VEX_Vextractf128_xmmm128_ymm_imm8 VEX_Vextractf128_xmmm128_ymm_imm8;
    PUT_UPPER: EVEX_Vinsertf64x4_zmm_k1z_zmm_ymmm256_imm8 EVEX_Vinsertf64x4_zmm_k1z_zmm_ymmm256_imm8,
        VEX_Vinsertf128_ymm_ymm_xmmm128_imm8 VEX_Vinsertf128_ymm_ymm_xmmm128_imm8;
    // Conversions. Those from and to half a register, of both kinds of numbers:
    WIDEN_F: EVEX_Vcvtps2pd_zmm_k1z_ymmm256b32_sae EVEX_Vcvtps2pd_zmm_k1z_ymmm256b32_sae,
        VEX_Vcvtps2pd_ymm_xmmm128 VEX_Vcvtps2pd_ymm_xmmm128;
    WIDEN_TO_F: EVEX_Vcvtdq2pd_zmm_k1z_ymmm256b32_er EVEX_Vcvtdq2pd_zmm_k1z_ymmm256b32_er,
        VEX_Vcvtdq2pd_ymm_xmmm128 VEX_Vcvtdq2pd_ymm_xmmm128;
    WIDEN_I: EVEX_Vpmovsxdq_zmm_k1z_ymmm256 EVEX_Vpmovsxdq_zmm_k1z_ymmm256,
        VEX_Vpmovsxdq_ymm_xmmm128 VEX_Vpmovsxdq_ymm_xmmm128;
    NARROW_F: EVEX_Vcvtpd2ps_ymm_k1z_zmmm512b64_er EVEX_Vcvtpd2ps_ymm_k1z_zmmm512b64_er,
        VEX_Vcvtpd2ps_xmm_ymmm256 VEX_Vcvtpd2ps_xmm_ymmm256;
    NARROW_TO_I: EVEX_Vcvttpd2dq_ymm_k1z_zmmm512b64_sae EVEX_Vcvttpd2dq_ymm_k1z_zmmm512b64_sae,
        VEX_Vcvttpd2dq_xmm_ymmm256 VEX_Vcvttpd2dq_xmm_ymmm256;
    NARROW_I: EVEX_Vpmovqd_ymmm256_k1z_zmm EVEX_Vpmovqd_ymmm256_k1z_zmm, INVALID INVALID;
    // Of the same size:
    TO_F: EVEX_Vcvtdq2ps_zmm_k1z_zmmm512b32_er EVEX_Vcvtqq2pd_zmm_k1z_zmmm512b64_er,
        VEX_Vcvtdq2ps_ymm_ymmm256 INVALID;
    TO_I: EVEX_Vcvttps2dq_zmm_k1z_zmmm512b32_sae EVEX_Vcvttpd2qq_zmm_k1z_zmmm512b64_sae,
        VEX_Vcvttps2dq_ymm_ymmm256 INVALID;
    LOAD_BYTES: EVEX_Vpmovsxbd_zmm_k1z_xmmm128 INVALID, VEX_Vpmovsxbd_ymm_xmmm64 INVALID;
    STORE_BYTES: EVEX_Vpmovdb_xmmm128_k1z_zmm INVALID, INVALID INVALID;
    // Bits, and parts of numbers:
    LEADING: EVEX_Vplzcntd_zmm_k1z_zmmm512b32 EVEX_Vplzcntq_zmm_k1z_zmmm512b64, INVALID INVALID;
    LOOK_UP: EVEX_Vpshufb_zmm_k1z_zmm_zmmm512 EVEX_Vpshufb_zmm_k1z_zmm_zmmm512,
        VEX_Vpshufb_ymm_ymm_ymmm256 VEX_Vpshufb_ymm_ymm_ymmm256;
    ADD_BYTES: EVEX_Vpaddb_zmm_k1z_zmm_zmmm512 EVEX_Vpaddb_zmm_k1z_zmm_zmmm512,
        VEX_Vpaddb_ymm_ymm_ymmm256 VEX_Vpaddb_ymm_ymm_ymmm256;
    SUM_BYTES: EVEX_Vpsadbw_zmm_zmm_zmmm512 EVEX_Vpsadbw_zmm_zmm_zmmm512,
        VEX_Vpsadbw_ymm_ymm_ymmm256 VEX_Vpsadbw_ymm_ymm_ymmm256;
    PAIR_BYTES: EVEX_Vpmaddubsw_zmm_k1z_zmm_zmmm512 EVEX_Vpmaddubsw_zmm_k1z_zmm_zmmm512,
        VEX_Vpmaddubsw_ymm_ymm_ymmm256 VEX_Vpmaddubsw_ymm_ymm_ymmm256;
    PAIR_WORDS: EVEX_Vpmaddwd_zmm_k1z_zmm_zmmm512 EVEX_Vpmaddwd_zmm_k1z_zmm_zmmm512,
        VEX_Vpmaddwd_ymm_ymm_ymmm256 VEX_Vpmaddwd_ymm_ymm_ymmm256;
    // Products of the lower halves of lanes of 64 bits, with signs and without.
    MUL_HALVES: EVEX_Vpmuldq_zmm_k1z_zmm_zmmm512b64 EVEX_Vpmuldq_zmm_k1z_zmm_zmmm512b64,
        VEX_Vpmuldq_ymm_ymm_ymmm256 VEX_Vpmuldq_ymm_ymm_ymmm256;
    MUL_HALVES_U: INVALID INVALID, VEX_Vpmuludq_ymm_ymm_ymmm256 VEX_Vpmuludq_ymm_ymm_ymmm256;
}

//! Elementary functions of f64, as the pass `math-expand` gives them (written by the test host_math of the
//! IR; not to be changed by hand).

#[inline(always)]
pub fn exp_quick(v0: f64) -> (f64, bool) {
let v4 = v0 > (-746.0f64); let v5 = if v4 { v0 } else { (-746.0f64) }; let v6 = v5 < 710.0f64;
let v7 = if v6 { v5 } else { 710.0f64 }; let v9 = v7 * 1.4426950408889634f64; let v11 = v9 + 6755399441055744.0f64;
let v12 = v11.to_bits() as i64; let v15 = v11 + (-6755399441055744.0f64);
let v16 = v12.wrapping_sub(4843621399236968448i64); let v19 = v15 * 0.6931471803691238f64; let v20 = v7 - v19;
let v21 = v15 * 1.9082149292705877e-10f64; let v22 = v20 - v21; let v23 = v22 * v22; let v24 = v22 * v22;
let v26 = 2.5105419192016337e-8f64 * v24; let v28 = v26 + 2.75572549134867e-6f64; let v29 = v28 * v24;
let v31 = v29 + 0.00019841269875205077f64; let v32 = v31 * v24; let v34 = v32 + 0.008333333333326025f64;
let v35 = v34 * v24; let v37 = v35 + 0.1666666666666667f64; let v39 = 2.091483135138041e-9f64 * v24;
let v41 = v39 + 2.7557273295539724e-7f64; let v42 = v41 * v24; let v44 = v42 + 2.4801587325822283e-5f64;
let v45 = v44 * v24; let v47 = v45 + 0.001388888888888367f64; let v48 = v47 * v24;
let v50 = v48 + 0.04166666666666667f64; let v51 = v50 * v22; let v52 = v37 + v51; let v53 = v52 * v22;
let v55 = v53 + 0.5f64; let v56 = v23 * v55; let v57 = v22 + v56; let v59 = v57 + 1.0f64;
let v61 = v16.wrapping_add(2046i64); let v63 = (v61 as u64 >> 1) as i64; let v64 = v61.wrapping_sub(v63);
let v66 = v63 << 52; let v68 = v64 << 52; let v69 = f64::from_bits(v66 as u64); let v70 = f64::from_bits(v68 as u64);
let v71 = v59 * v69; let v72 = v71 * v70; let v73 = v0 != v0; let v74 = if v73 { v0 } else { v72 }; (v74, false)
}
#[inline(always)]
pub fn exp(v0: f64) -> f64 {
exp_quick(v0).0
}
#[inline(always)]
pub fn exp2_quick(v0: f64) -> (f64, bool) {
let v4 = v0 > (-1076.0f64); let v5 = if v4 { v0 } else { (-1076.0f64) }; let v6 = v5 < 1025.0f64;
let v7 = if v6 { v5 } else { 1025.0f64 }; let v9 = v7 + 6755399441055744.0f64; let v10 = v9.to_bits() as i64;
let v13 = v9 + (-6755399441055744.0f64); let v14 = v10.wrapping_sub(4843621399236968448i64); let v15 = v7 - v13;
let v17 = v15 * 0.6931471805599453f64; let v18 = v17 * v17; let v19 = v17 * v17;
let v21 = 2.5105419192016337e-8f64 * v19; let v23 = v21 + 2.75572549134867e-6f64; let v24 = v23 * v19;
let v26 = v24 + 0.00019841269875205077f64; let v27 = v26 * v19; let v29 = v27 + 0.008333333333326025f64;
let v30 = v29 * v19; let v32 = v30 + 0.1666666666666667f64; let v34 = 2.091483135138041e-9f64 * v19;
let v36 = v34 + 2.7557273295539724e-7f64; let v37 = v36 * v19; let v39 = v37 + 2.4801587325822283e-5f64;
let v40 = v39 * v19; let v42 = v40 + 0.001388888888888367f64; let v43 = v42 * v19;
let v45 = v43 + 0.04166666666666667f64; let v46 = v45 * v17; let v47 = v32 + v46; let v48 = v47 * v17;
let v50 = v48 + 0.5f64; let v51 = v18 * v50; let v52 = v17 + v51; let v54 = v52 + 1.0f64;
let v56 = v14.wrapping_add(2046i64); let v58 = (v56 as u64 >> 1) as i64; let v59 = v56.wrapping_sub(v58);
let v61 = v58 << 52; let v63 = v59 << 52; let v64 = f64::from_bits(v61 as u64); let v65 = f64::from_bits(v63 as u64);
let v66 = v54 * v64; let v67 = v66 * v65; let v68 = v0 != v0; let v69 = if v68 { v0 } else { v67 }; (v69, false)
}
#[inline(always)]
pub fn exp2(v0: f64) -> f64 {
exp2_quick(v0).0
}
#[inline(always)]
pub fn log_quick(v0: f64) -> (f64, bool) {
let v3 = v0 < 2.2250738585072014e-308f64; let v5 = v0 * 1.8014398509481984e16f64; let v6 = if v3 { v5 } else { v0 };
let v7 = v6.to_bits() as i64; let v9 = v7.wrapping_sub(4604544271217802189i64); let v11 = v9 >> 52;
let v13 = v11 << 52; let v14 = v7.wrapping_sub(v13); let v15 = f64::from_bits(v14 as u64);
let v18 = if v3 { 54i64 } else { 0i64 }; let v19 = v11.wrapping_sub(v18); let v21 = v15 + (-1.0f64);
let v23 = v19.wrapping_add(4843621399236968448i64); let v24 = f64::from_bits(v23 as u64);
let v26 = v24 + (-6755399441055744.0f64); let v27 = v21 * v21; let v29 = v27 * 0.5f64; let v31 = v21 + 2.0f64;
let v32 = v21 / v31; let v33 = v32 * v32; let v34 = v33 * v33; let v36 = 0.1310072138350349f64 * v34;
let v38 = v36 + 0.15386290534658992f64; let v39 = v38 * v34; let v41 = v39 + 0.2222222240054776f64;
let v42 = v41 * v34; let v44 = v42 + 0.4000000000000094f64; let v46 = 0.13267418596474884f64 * v34;
let v48 = v46 + 0.181817947008978f64; let v49 = v48 * v34; let v51 = v49 + 0.2857142857076445f64; let v52 = v51 * v33;
let v53 = v44 + v52; let v54 = v53 * v33; let v56 = v54 + 0.6666666666666666f64; let v57 = v33 * v56;
let v60 = v29 + v57; let v61 = v32 * v60; let v62 = v26 * 1.9082149292705877e-10f64; let v63 = v61 + v62;
let v64 = v29 - v63; let v65 = v64 - v21; let v66 = v26 * 0.6931471803691238f64; let v67 = v66 - v65;
let v72 = v0 == 0.0f64; let v73 = v0 < 0.0f64; let v74 = v0 == f64::INFINITY;
let v75 = if v74 { f64::INFINITY } else { v67 }; let v76 = if v73 { f64::NAN } else { v75 };
let v77 = if v72 { -f64::INFINITY } else { v76 }; let v78 = v0 != v0; let v79 = if v78 { v0 } else { v77 };
(v79, false)
}
#[inline(always)]
pub fn log(v0: f64) -> f64 {
log_quick(v0).0
}
#[inline(always)]
pub fn log2_quick(v0: f64) -> (f64, bool) {
let v3 = v0 < 2.2250738585072014e-308f64; let v5 = v0 * 1.8014398509481984e16f64; let v6 = if v3 { v5 } else { v0 };
let v7 = v6.to_bits() as i64; let v9 = v7.wrapping_sub(4604544271217802189i64); let v11 = v9 >> 52;
let v13 = v11 << 52; let v14 = v7.wrapping_sub(v13); let v15 = f64::from_bits(v14 as u64);
let v18 = if v3 { 54i64 } else { 0i64 }; let v19 = v11.wrapping_sub(v18); let v21 = v15 + (-1.0f64);
let v22 = v21 * v21; let v24 = v22 * 0.5f64; let v26 = v21 + 2.0f64; let v27 = v21 / v26; let v28 = v27 * v27;
let v29 = v28 * v28; let v31 = 0.1310072138350349f64 * v29; let v33 = v31 + 0.15386290534658992f64;
let v34 = v33 * v29; let v36 = v34 + 0.2222222240054776f64; let v37 = v36 * v29;
let v39 = v37 + 0.4000000000000094f64; let v41 = 0.13267418596474884f64 * v29; let v43 = v41 + 0.181817947008978f64;
let v44 = v43 * v29; let v46 = v44 + 0.2857142857076445f64; let v47 = v46 * v28; let v48 = v39 + v47;
let v49 = v48 * v28; let v51 = v49 + 0.6666666666666666f64; let v52 = v28 * v51; let v53 = v24 + v52;
let v54 = v27 * v53; let v55 = v21 - v24; let v56 = v55.to_bits() as i64; let v58 = v56 & (-134217728i64);
let v59 = f64::from_bits(v58 as u64); let v60 = v21 - v59; let v61 = v60 - v24; let v62 = v61 + v54;
let v64 = v19.wrapping_add(4843621399236968448i64); let v65 = f64::from_bits(v64 as u64);
let v67 = v65 + (-6755399441055744.0f64); let v69 = v59 * 1.4426950216293335f64; let v70 = v59 + v62;
let v72 = v70 * 1.9259629911266175e-8f64; let v74 = v62 * 1.4426950216293335f64; let v75 = v72 + v74;
let v77 = v67 * 0.0f64; let v78 = v75 + v77; let v80 = v67 * 1.0f64; let v81 = v80 + v69; let v82 = v81 - v80;
let v83 = v81 - v82; let v84 = v80 - v83; let v85 = v69 - v82; let v86 = v84 + v85; let v87 = v78 + v86;
let v88 = v81 + v87; let v93 = v0 == 0.0f64; let v94 = v0 < 0.0f64; let v95 = v0 == f64::INFINITY;
let v96 = if v95 { f64::INFINITY } else { v88 }; let v97 = if v94 { f64::NAN } else { v96 };
let v98 = if v93 { -f64::INFINITY } else { v97 }; let v99 = v0 != v0; let v100 = if v99 { v0 } else { v98 };
(v100, false)
}
#[inline(always)]
pub fn log2(v0: f64) -> f64 {
log2_quick(v0).0
}
#[inline(always)]
pub fn log10_quick(v0: f64) -> (f64, bool) {
let v3 = v0 < 2.2250738585072014e-308f64; let v5 = v0 * 1.8014398509481984e16f64; let v6 = if v3 { v5 } else { v0 };
let v7 = v6.to_bits() as i64; let v9 = v7.wrapping_sub(4604544271217802189i64); let v11 = v9 >> 52;
let v13 = v11 << 52; let v14 = v7.wrapping_sub(v13); let v15 = f64::from_bits(v14 as u64);
let v18 = if v3 { 54i64 } else { 0i64 }; let v19 = v11.wrapping_sub(v18); let v21 = v15 + (-1.0f64);
let v22 = v21 * v21; let v24 = v22 * 0.5f64; let v26 = v21 + 2.0f64; let v27 = v21 / v26; let v28 = v27 * v27;
let v29 = v28 * v28; let v31 = 0.1310072138350349f64 * v29; let v33 = v31 + 0.15386290534658992f64;
let v34 = v33 * v29; let v36 = v34 + 0.2222222240054776f64; let v37 = v36 * v29;
let v39 = v37 + 0.4000000000000094f64; let v41 = 0.13267418596474884f64 * v29; let v43 = v41 + 0.181817947008978f64;
let v44 = v43 * v29; let v46 = v44 + 0.2857142857076445f64; let v47 = v46 * v28; let v48 = v39 + v47;
let v49 = v48 * v28; let v51 = v49 + 0.6666666666666666f64; let v52 = v28 * v51; let v53 = v24 + v52;
let v54 = v27 * v53; let v55 = v21 - v24; let v56 = v55.to_bits() as i64; let v58 = v56 & (-134217728i64);
let v59 = f64::from_bits(v58 as u64); let v60 = v21 - v59; let v61 = v60 - v24; let v62 = v61 + v54;
let v64 = v19.wrapping_add(4843621399236968448i64); let v65 = f64::from_bits(v64 as u64);
let v67 = v65 + (-6755399441055744.0f64); let v69 = v59 * 0.4342944771051407f64; let v70 = v59 + v62;
let v72 = v70 * 4.798111141615973e-9f64; let v74 = v62 * 0.4342944771051407f64; let v75 = v72 + v74;
let v77 = v67 * 1.1451100898021838e-10f64; let v78 = v75 + v77; let v80 = v67 * 0.3010299955494702f64;
let v81 = v80 + v69; let v82 = v81 - v80; let v83 = v81 - v82; let v84 = v80 - v83; let v85 = v69 - v82;
let v86 = v84 + v85; let v87 = v78 + v86; let v88 = v81 + v87; let v93 = v0 == 0.0f64; let v94 = v0 < 0.0f64;
let v95 = v0 == f64::INFINITY; let v96 = if v95 { f64::INFINITY } else { v88 };
let v97 = if v94 { f64::NAN } else { v96 }; let v98 = if v93 { -f64::INFINITY } else { v97 }; let v99 = v0 != v0;
let v100 = if v99 { v0 } else { v98 }; (v100, false)
}
#[inline(always)]
pub fn log10(v0: f64) -> f64 {
log10_quick(v0).0
}
#[inline(always)]
pub fn pow_quick(v0: f64, v1: f64) -> (f64, bool) {
let v3 = v0.abs(); let v8 = v3 < 2.2250738585072014e-308f64; let v10 = v3 * 1.8014398509481984e16f64;
let v11 = if v8 { v10 } else { v3 }; let v12 = v11.to_bits() as i64;
let v14 = v12.wrapping_sub(4604544271217802189i64); let v16 = v14 >> 52; let v18 = v16 << 52;
let v19 = v12.wrapping_sub(v18); let v20 = f64::from_bits(v19 as u64); let v23 = if v8 { 54i64 } else { 0i64 };
let v24 = v16.wrapping_sub(v23); let v26 = v20 + (-1.0f64); let v28 = 2.0f64 + v26; let v29 = v28 - 2.0f64;
let v30 = v26 - v29; let v32 = 1.0f64 / v28; let v33 = v26 * v32; let v34 = v33 * v28; let v35 = -v34;
let v36 = v33.mul_add(v28, v35); let v37 = v26 - v34; let v38 = v37 - v36; let v39 = v33 * v30; let v40 = v38 - v39;
let v41 = v40 * v32; let v42 = v33 * v33; let v43 = -v42; let v44 = v33.mul_add(v33, v43); let v45 = v33 + v33;
let v46 = v45 * v41; let v47 = v44 + v46; let v48 = v42 * v42; let v50 = 0.10628696830810742f64 * v48;
let v52 = v50 + 0.11766091950174559f64; let v53 = v52 * v48; let v55 = v53 + 0.15384615532189713f64;
let v56 = v55 * v48; let v58 = v56 + 0.22222222222223f64; let v60 = 0.10471785182759037f64 * v48;
let v62 = v60 + 0.13333313902684013f64; let v63 = v62 * v48; let v65 = v63 + 0.18181818181268566f64;
let v66 = v65 * v42; let v67 = v58 + v66; let v68 = v67 * v42; let v70 = v68 + 0.2857142857142857f64;
let v71 = v42 * v70; let v73 = v71 + 0.4f64; let v74 = v42 * v73; let v77 = 0.6666666666666666f64 + v74;
let v78 = v77 - 0.6666666666666666f64; let v79 = v74 - v78; let v80 = v79 + 3.700743415417188e-17f64;
let v81 = v42 * v77; let v82 = -v81; let v83 = v42.mul_add(v77, v82); let v84 = v42 * v80; let v85 = v47 * v77;
let v86 = v84 + v85; let v87 = v83 + v86; let v88 = v33 * v81; let v89 = -v88; let v90 = v33.mul_add(v81, v89);
let v91 = v33 * v87; let v92 = v41 * v81; let v93 = v91 + v92; let v94 = v90 + v93; let v95 = v33 + v33;
let v96 = v95 + v88; let v97 = v96 - v95; let v98 = v88 - v97; let v99 = v41 + v41; let v100 = v99 + v94;
let v101 = v98 + v100; let v103 = v24.wrapping_add(4843621399236968448i64); let v104 = f64::from_bits(v103 as u64);
let v106 = v104 + (-6755399441055744.0f64); let v109 = v106 * 0.6931471803691238f64;
let v110 = v106 * 1.9082149292705877e-10f64; let v111 = v109 + v96; let v112 = v111 - v109; let v113 = v96 - v112;
let v114 = v111 + v110; let v115 = v114 - v111; let v116 = v110 - v115; let v117 = v101 + v116;
let v118 = v113 + v117; let v121 = v1 > (-1.1805916207174113e21f64);
let v122 = if v121 { v1 } else { (-1.1805916207174113e21f64) }; let v123 = v122 < 1.1805916207174113e21f64;
let v124 = if v123 { v122 } else { 1.1805916207174113e21f64 }; let v125 = v114 * v124; let v126 = -v125;
let v127 = v114.mul_add(v124, v126); let v128 = v118 * v124; let v129 = v127 + v128; let v132 = v125 > (-760.0f64);
let v133 = if v132 { v125 } else { (-760.0f64) }; let v134 = v133 < 720.0f64;
let v135 = if v134 { v133 } else { 720.0f64 }; let v136 = v135 == v125; let v137 = if v136 { v129 } else { 0.0f64 };
let v139 = v135 * 1.4426950408889634f64; let v141 = v139 + 6755399441055744.0f64; let v142 = v141.to_bits() as i64;
let v145 = v141 + (-6755399441055744.0f64); let v146 = v142.wrapping_sub(4843621399236968448i64);
let v149 = v145 * 0.6931471803691238f64; let v150 = v135 - v149; let v151 = v145 * 1.9082149292705877e-10f64;
let v152 = v151 - v137; let v153 = v150 - v152; let v154 = v153 * v153; let v155 = v153 * v153;
let v157 = 2.5105419192016337e-8f64 * v155; let v159 = v157 + 2.75572549134867e-6f64; let v160 = v159 * v155;
let v162 = v160 + 0.00019841269875205077f64; let v163 = v162 * v155; let v165 = v163 + 0.008333333333326025f64;
let v166 = v165 * v155; let v168 = v166 + 0.1666666666666667f64; let v170 = 2.091483135138041e-9f64 * v155;
let v172 = v170 + 2.7557273295539724e-7f64; let v173 = v172 * v155; let v175 = v173 + 2.4801587325822283e-5f64;
let v176 = v175 * v155; let v178 = v176 + 0.001388888888888367f64; let v179 = v178 * v155;
let v181 = v179 + 0.04166666666666667f64; let v182 = v181 * v153; let v183 = v168 + v182; let v184 = v183 * v153;
let v186 = v184 + 0.5f64; let v187 = v154 * v186; let v188 = v153 + v187; let v190 = v188 + 1.0f64;
let v192 = v146.wrapping_add(2046i64); let v194 = (v192 as u64 >> 1) as i64; let v195 = v192.wrapping_sub(v194);
let v197 = v194 << 52; let v199 = v195 << 52; let v200 = f64::from_bits(v197 as u64);
let v201 = f64::from_bits(v199 as u64); let v202 = v190 * v200; let v203 = v202 * v201; let v204 = v1 < 0.0f64;
let v205 = if v204 { f64::INFINITY } else { 0.0f64 }; let v206 = if v204 { 0.0f64 } else { f64::INFINITY };
let v207 = v3 == 0.0f64; let v208 = v3 == f64::INFINITY; let v209 = if v207 { v205 } else { v203 };
let v210 = if v208 { v206 } else { v209 }; let v211 = v1.floor(); let v212 = v211 == v1; let v214 = v1 * 0.5f64;
let v215 = v214.floor(); let v216 = v215 != v214; let v217 = v212 & v216; let v218 = v0.to_bits() as i64;
let v220 = v218 < 0i64; let v221 = v220 & v217; let v222 = -v210; let v223 = if v221 { v222 } else { v210 };
let v224 = v0 < 0.0f64; let v225 = !v212; let v226 = v224 & v225; let v227 = v3 < f64::INFINITY;
let v228 = v226 & v227; let v230 = if v228 { f64::NAN } else { v223 }; let v231 = v0 != v0;
let v232 = if v231 { v0 } else { v230 }; let v233 = v1 != v1; let v234 = if v233 { v1 } else { v232 };
let v235 = v1 == 0.0f64; let v236 = v0 == 1.0f64; let v237 = if v235 { 1.0f64 } else { v234 };
let v238 = if v236 { 1.0f64 } else { v237 }; (v238, false)
}
#[inline(always)]
pub fn pow(v0: f64, v1: f64) -> f64 {
pow_quick(v0, v1).0
}
#[inline(always)]
pub fn sin_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v6 = v2 > 1000000.0f64; let v8 = if v6 { 1.0f64 } else { v2 };
let v10 = v8 * 0.6366197723675814f64; let v12 = v10 + 6755399441055744.0f64; let v13 = v12.to_bits() as i64;
let v16 = v12 + (-6755399441055744.0f64); let v17 = v13.wrapping_sub(4843621399236968448i64);
let v19 = v16 * 1.5707963267341256f64; let v20 = v8 - v19; let v22 = v16 * (-6.077100506303966e-11f64);
let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24; let v26 = v20 - v25; let v27 = v22 - v24;
let v28 = v26 + v27; let v30 = v16 * (-2.0222662487959506e-21f64); let v31 = v23 + v30; let v32 = v31 - v23;
let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32; let v36 = v34 + v35; let v37 = v28 + v36;
let v38 = v31 + v37; let v39 = v38 - v31; let v40 = v37 - v39; let mut v41; let mut v42; let mut v43; v41 = v17;
v42 = v38; v43 = v40; let v266 = v41; let v267 = v42; let v268 = v43; let v270 = v2 <= 0.7853981633974483f64;
let v271 = if v270 { 0i64 } else { v266 }; let v272 = if v270 { v2 } else { v267 };
let v273 = if v270 { 0.0f64 } else { v268 }; let v274 = v272 * v272; let v275 = v274 * v274;
let v277 = 1.6058529573291737e-10f64 * v275; let v279 = v277 + 2.7557319219301936e-6f64; let v280 = v279 * v275;
let v282 = v280 + 0.008333333333333331f64; let v284 = (-7.586576648405261e-13f64) * v275;
let v286 = v284 + (-2.5052106219528367e-8f64); let v287 = v286 * v275; let v289 = v287 + (-0.00019841269841265017f64);
let v290 = v289 * v274; let v291 = v282 + v290; let v292 = v291 * v274; let v294 = v292 + (-0.16666666666666666f64);
let v295 = v274 * v272; let v296 = v295 * v294; let v298 = v274 * 0.5f64; let v299 = v298 * v273;
let v300 = v273 - v299; let v301 = v296 + v300; let v302 = v272 + v301; let v303 = v302 - v272;
let v304 = v301 - v303; let v305 = v274 * v274; let v307 = (-1.1382456865840483e-11f64) * v305;
let v309 = v307 + (-2.755731726001471e-7f64); let v310 = v309 * v305; let v312 = v310 + (-0.0013888888888887382f64);
let v314 = 2.0876143829213935e-9f64 * v305; let v316 = v314 + 2.480158729874308e-5f64; let v317 = v316 * v274;
let v318 = v312 + v317; let v319 = v318 * v274; let v321 = v319 + 0.041666666666666664f64; let v322 = v274 * v274;
let v323 = v322 * v321; let v325 = -v298; let v326 = 1.0f64 + v325; let v327 = v326 - 1.0f64; let v328 = v325 - v327;
let v329 = v272 * v273; let v330 = v323 - v329; let v331 = v328 + v330; let v332 = v326 + v331;
let v333 = v332 - v326; let v334 = v331 - v333; let v336 = v271.wrapping_add(0i64); let v340 = v336 & 1i64;
let v341 = v340 != 0i64; let v342 = if v341 { v332 } else { v302 }; let v343 = v336 & 2i64; let v345 = v343 << 62;
let v346 = v342.to_bits() as i64; let v347 = v346 ^ v345; let v348 = v0.to_bits() as i64;
let v350 = v348 & (-9223372036854775808i64); let v351 = v347 ^ v350; let v352 = f64::from_bits(v351 as u64);
let v355 = v2 < f64::INFINITY; let v356 = if v355 { v352 } else { f64::NAN }; (v356, v6)
}
#[inline(always)]
pub fn sin(v0: f64) -> f64 {
let v2 = v0.abs(); let v6 = v2 > 1000000.0f64; let v8 = if v6 { 1.0f64 } else { v2 };
let v10 = v8 * 0.6366197723675814f64; let v12 = v10 + 6755399441055744.0f64; let v13 = v12.to_bits() as i64;
let v16 = v12 + (-6755399441055744.0f64); let v17 = v13.wrapping_sub(4843621399236968448i64);
let v19 = v16 * 1.5707963267341256f64; let v20 = v8 - v19; let v22 = v16 * (-6.077100506303966e-11f64);
let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24; let v26 = v20 - v25; let v27 = v22 - v24;
let v28 = v26 + v27; let v30 = v16 * (-2.0222662487959506e-21f64); let v31 = v23 + v30; let v32 = v31 - v23;
let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32; let v36 = v34 + v35; let v37 = v28 + v36;
let v38 = v31 + v37; let v39 = v38 - v31; let v40 = v37 - v39; let mut v41; let mut v42; let mut v43; v41 = v17;
v42 = v38; v43 = v40; if v6 { let v44 = v2.to_bits() as i64; let v47 = v44 & 4503599627370495i64;
let v48 = v47 | 4503599627370496i64; let v50 = (v44 as u64 >> 52) as i64; let v52 = v50.wrapping_add((-1013i64));
let v54 = v52.max(0i64); let v76 = (v54 as u64 >> 6) as i64; let v78 = v76 & 16i64; let v79 = v78 != 0i64;
let v80 = if v79 { 8441921394348257659i64 } else { 0i64 };
let v81 = if v79 { 4397547296490951402i64 } else { (-6703182060581546711i64) };
let v82 = if v79 { 7780917995555872008i64 } else { (-277156292786332224i64) };
let v83 = if v79 { 6197850593633725355i64 } else { (-2638381946312093631i64) };
let v84 = if v79 { (-1094449336203069923i64) } else { (-121206125134887583i64) };
let v85 = if v79 { 0i64 } else { (-5249950069107600672i64) };
let v86 = if v79 { 0i64 } else { 452944820249399836i64 }; let v87 = if v79 { 0i64 } else { (-135693905287338178i64) };
let v88 = if v79 { 0i64 } else { (-1692731182770600828i64) };
let v89 = if v79 { 0i64 } else { (-1613291254968254911i64) };
let v90 = if v79 { 0i64 } else { 4148332274289687028i64 };
let v91 = if v79 { 0i64 } else { (-7168499653074671557i64) };
let v92 = if v79 { 0i64 } else { 2303758334597371919i64 };
let v93 = if v79 { 0i64 } else { (-1211730484530615009i64) };
let v94 = if v79 { 0i64 } else { 7869616827067468215i64 }; let v95 = if v79 { 0i64 } else { 5712322887342352941i64 };
let v96 = if v79 { 0i64 } else { 8441921394348257659i64 }; let v97 = if v79 { 0i64 } else { 4397547296490951402i64 };
let v98 = if v79 { 0i64 } else { 7780917995555872008i64 }; let v100 = v76 & 8i64; let v101 = v100 != 0i64;
let v102 = if v101 { v88 } else { v80 }; let v103 = if v101 { v89 } else { v81 };
let v104 = if v101 { v90 } else { v82 }; let v105 = if v101 { v91 } else { v83 };
let v106 = if v101 { v92 } else { v84 }; let v107 = if v101 { v93 } else { v85 };
let v108 = if v101 { v94 } else { v86 }; let v109 = if v101 { v95 } else { v87 };
let v110 = if v101 { v96 } else { v88 }; let v111 = if v101 { v97 } else { v89 };
let v112 = if v101 { v98 } else { v90 }; let v114 = v76 & 4i64; let v115 = v114 != 0i64;
let v116 = if v115 { v106 } else { v102 }; let v117 = if v115 { v107 } else { v103 };
let v118 = if v115 { v108 } else { v104 }; let v119 = if v115 { v109 } else { v105 };
let v120 = if v115 { v110 } else { v106 }; let v121 = if v115 { v111 } else { v107 };
let v122 = if v115 { v112 } else { v108 }; let v124 = v76 & 2i64; let v125 = v124 != 0i64;
let v126 = if v125 { v118 } else { v116 }; let v127 = if v125 { v119 } else { v117 };
let v128 = if v125 { v120 } else { v118 }; let v129 = if v125 { v121 } else { v119 };
let v130 = if v125 { v122 } else { v120 }; let v132 = v76 & 1i64; let v133 = v132 != 0i64;
let v134 = if v133 { v127 } else { v126 }; let v135 = if v133 { v128 } else { v127 };
let v136 = if v133 { v129 } else { v128 }; let v137 = if v133 { v130 } else { v129 }; let v139 = v54 & 63i64;
let v141 = 64i64.wrapping_sub(v139); let v142 = v134.checked_shl(v139 as u32).unwrap_or(0);
let v143 = (v135 as u64).checked_shr(v141 as u32).unwrap_or(0) as i64; let v144 = v142 | v143;
let v145 = v135.checked_shl(v139 as u32).unwrap_or(0);
let v146 = (v136 as u64).checked_shr(v141 as u32).unwrap_or(0) as i64; let v147 = v145 | v146;
let v148 = v136.checked_shl(v139 as u32).unwrap_or(0);
let v149 = (v137 as u64).checked_shr(v141 as u32).unwrap_or(0) as i64; let v150 = v148 | v149;
let v152 = v48 & 4294967295i64; let v154 = (v48 as u64 >> 32) as i64; let v155 = v150 & 4294967295i64;
let v157 = (v150 as u64 >> 32) as i64; let v158 = v152.wrapping_mul(v155); let v159 = v154.wrapping_mul(v155);
let v160 = v152.wrapping_mul(v157); let v161 = v154.wrapping_mul(v157); let v163 = (v158 as u64 >> 32) as i64;
let v164 = v159.wrapping_add(v163); let v165 = v164 & 4294967295i64; let v166 = v160.wrapping_add(v165);
let v168 = (v164 as u64 >> 32) as i64; let v170 = (v166 as u64 >> 32) as i64; let v171 = v161.wrapping_add(v168);
let v172 = v171.wrapping_add(v170); let v173 = v48.wrapping_mul(v147); let v174 = v172.wrapping_add(v173);
let v175 = (v174 as u64) < (v172 as u64); let v177 = if v175 { 1i64 } else { 0i64 };
let v178 = v48.wrapping_mul(v144); let v180 = v48 & 4294967295i64; let v182 = (v48 as u64 >> 32) as i64;
let v183 = v147 & 4294967295i64; let v185 = (v147 as u64 >> 32) as i64; let v186 = v180.wrapping_mul(v183);
let v187 = v182.wrapping_mul(v183); let v188 = v180.wrapping_mul(v185); let v189 = v182.wrapping_mul(v185);
let v191 = (v186 as u64 >> 32) as i64; let v192 = v187.wrapping_add(v191); let v193 = v192 & 4294967295i64;
let v194 = v188.wrapping_add(v193); let v196 = (v192 as u64 >> 32) as i64; let v198 = (v194 as u64 >> 32) as i64;
let v199 = v189.wrapping_add(v196); let v200 = v199.wrapping_add(v198); let v201 = v178.wrapping_add(v200);
let v202 = v201.wrapping_add(v177); let v204 = (v202 as u64 >> 62) as i64; let v206 = v202 << 2;
let v208 = (v174 as u64 >> 62) as i64; let v209 = v206 | v208; let v211 = v174 << 2;
let v213 = (v209 as u64 >> 63) as i64; let v214 = v204.wrapping_add(v213); let v217 = v209 >> 32;
let v218 = v209 & 4294967295i64; let v220 = (v211 as u64 >> 32) as i64; let v221 = v211 & 4294967295i64;
let v222 = v217 as f64; let v224 = v222 * 2.3283064365386963e-10f64; let v225 = v218 as f64;
let v227 = v225 * 5.421010862427522e-20f64; let v228 = v220 as f64; let v230 = v228 * 1.262177448353619e-29f64;
let v231 = v221 as f64; let v233 = v231 * 2.938735877055719e-39f64; let v234 = v224 + v227; let v235 = v234 - v224;
let v236 = v234 - v235; let v237 = v224 - v236; let v238 = v227 - v235; let v239 = v237 + v238;
let v240 = v234 + v230; let v241 = v240 - v234; let v242 = v240 - v241; let v243 = v234 - v242;
let v244 = v230 - v241; let v245 = v243 + v244; let v246 = v239 + v245; let v247 = v246 + v233;
let v248 = v240 + v247; let v249 = v248 - v240; let v250 = v248 - v249; let v251 = v240 - v250;
let v252 = v247 - v249; let v253 = v251 + v252; let v256 = v248 * 1.5707963267948966f64; let v257 = -v256;
let v258 = v248.mul_add(1.5707963267948966f64, v257); let v259 = v248 * 6.123233995736766e-17f64;
let v260 = v253 * 1.5707963267948966f64; let v261 = v259 + v260; let v262 = v258 + v261; let v263 = v256 + v262;
let v264 = v263 - v256; let v265 = v262 - v264; v41 = v214; v42 = v263; v43 = v265; } let v266 = v41; let v267 = v42;
let v268 = v43; let v270 = v2 <= 0.7853981633974483f64; let v271 = if v270 { 0i64 } else { v266 };
let v272 = if v270 { v2 } else { v267 }; let v273 = if v270 { 0.0f64 } else { v268 }; let v274 = v272 * v272;
let v275 = v274 * v274; let v277 = 1.6058529573291737e-10f64 * v275; let v279 = v277 + 2.7557319219301936e-6f64;
let v280 = v279 * v275; let v282 = v280 + 0.008333333333333331f64; let v284 = (-7.586576648405261e-13f64) * v275;
let v286 = v284 + (-2.5052106219528367e-8f64); let v287 = v286 * v275; let v289 = v287 + (-0.00019841269841265017f64);
let v290 = v289 * v274; let v291 = v282 + v290; let v292 = v291 * v274; let v294 = v292 + (-0.16666666666666666f64);
let v295 = v274 * v272; let v296 = v295 * v294; let v298 = v274 * 0.5f64; let v299 = v298 * v273;
let v300 = v273 - v299; let v301 = v296 + v300; let v302 = v272 + v301; let v303 = v302 - v272;
let v304 = v301 - v303; let v305 = v274 * v274; let v307 = (-1.1382456865840483e-11f64) * v305;
let v309 = v307 + (-2.755731726001471e-7f64); let v310 = v309 * v305; let v312 = v310 + (-0.0013888888888887382f64);
let v314 = 2.0876143829213935e-9f64 * v305; let v316 = v314 + 2.480158729874308e-5f64; let v317 = v316 * v274;
let v318 = v312 + v317; let v319 = v318 * v274; let v321 = v319 + 0.041666666666666664f64; let v322 = v274 * v274;
let v323 = v322 * v321; let v325 = -v298; let v326 = 1.0f64 + v325; let v327 = v326 - 1.0f64; let v328 = v325 - v327;
let v329 = v272 * v273; let v330 = v323 - v329; let v331 = v328 + v330; let v332 = v326 + v331;
let v333 = v332 - v326; let v334 = v331 - v333; let v336 = v271.wrapping_add(0i64); let v340 = v336 & 1i64;
let v341 = v340 != 0i64; let v342 = if v341 { v332 } else { v302 }; let v343 = v336 & 2i64; let v345 = v343 << 62;
let v346 = v342.to_bits() as i64; let v347 = v346 ^ v345; let v348 = v0.to_bits() as i64;
let v350 = v348 & (-9223372036854775808i64); let v351 = v347 ^ v350; let v352 = f64::from_bits(v351 as u64);
let v355 = v2 < f64::INFINITY; let v356 = if v355 { v352 } else { f64::NAN }; v356
}
#[inline(always)]
pub fn cos_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v6 = v2 > 1000000.0f64; let v8 = if v6 { 1.0f64 } else { v2 };
let v10 = v8 * 0.6366197723675814f64; let v12 = v10 + 6755399441055744.0f64; let v13 = v12.to_bits() as i64;
let v16 = v12 + (-6755399441055744.0f64); let v17 = v13.wrapping_sub(4843621399236968448i64);
let v19 = v16 * 1.5707963267341256f64; let v20 = v8 - v19; let v22 = v16 * (-6.077100506303966e-11f64);
let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24; let v26 = v20 - v25; let v27 = v22 - v24;
let v28 = v26 + v27; let v30 = v16 * (-2.0222662487959506e-21f64); let v31 = v23 + v30; let v32 = v31 - v23;
let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32; let v36 = v34 + v35; let v37 = v28 + v36;
let v38 = v31 + v37; let v39 = v38 - v31; let v40 = v37 - v39; let mut v41; let mut v42; let mut v43; v41 = v17;
v42 = v38; v43 = v40; let v266 = v41; let v267 = v42; let v268 = v43; let v270 = v2 <= 0.7853981633974483f64;
let v271 = if v270 { 0i64 } else { v266 }; let v272 = if v270 { v2 } else { v267 };
let v273 = if v270 { 0.0f64 } else { v268 }; let v274 = v272 * v272; let v275 = v274 * v274;
let v277 = 1.6058529573291737e-10f64 * v275; let v279 = v277 + 2.7557319219301936e-6f64; let v280 = v279 * v275;
let v282 = v280 + 0.008333333333333331f64; let v284 = (-7.586576648405261e-13f64) * v275;
let v286 = v284 + (-2.5052106219528367e-8f64); let v287 = v286 * v275; let v289 = v287 + (-0.00019841269841265017f64);
let v290 = v289 * v274; let v291 = v282 + v290; let v292 = v291 * v274; let v294 = v292 + (-0.16666666666666666f64);
let v295 = v274 * v272; let v296 = v295 * v294; let v298 = v274 * 0.5f64; let v299 = v298 * v273;
let v300 = v273 - v299; let v301 = v296 + v300; let v302 = v272 + v301; let v303 = v302 - v272;
let v304 = v301 - v303; let v305 = v274 * v274; let v307 = (-1.1382456865840483e-11f64) * v305;
let v309 = v307 + (-2.755731726001471e-7f64); let v310 = v309 * v305; let v312 = v310 + (-0.0013888888888887382f64);
let v314 = 2.0876143829213935e-9f64 * v305; let v316 = v314 + 2.480158729874308e-5f64; let v317 = v316 * v274;
let v318 = v312 + v317; let v319 = v318 * v274; let v321 = v319 + 0.041666666666666664f64; let v322 = v274 * v274;
let v323 = v322 * v321; let v325 = -v298; let v326 = 1.0f64 + v325; let v327 = v326 - 1.0f64; let v328 = v325 - v327;
let v329 = v272 * v273; let v330 = v323 - v329; let v331 = v328 + v330; let v332 = v326 + v331;
let v333 = v332 - v326; let v334 = v331 - v333; let v336 = v271.wrapping_add(1i64); let v340 = v336 & 1i64;
let v341 = v340 != 0i64; let v342 = if v341 { v332 } else { v302 }; let v343 = v336 & 2i64; let v345 = v343 << 62;
let v346 = v342.to_bits() as i64; let v347 = v346 ^ v345; let v348 = f64::from_bits(v347 as u64);
let v351 = v2 < f64::INFINITY; let v352 = if v351 { v348 } else { f64::NAN }; (v352, v6)
}
#[inline(always)]
pub fn cos(v0: f64) -> f64 {
let v2 = v0.abs(); let v6 = v2 > 1000000.0f64; let v8 = if v6 { 1.0f64 } else { v2 };
let v10 = v8 * 0.6366197723675814f64; let v12 = v10 + 6755399441055744.0f64; let v13 = v12.to_bits() as i64;
let v16 = v12 + (-6755399441055744.0f64); let v17 = v13.wrapping_sub(4843621399236968448i64);
let v19 = v16 * 1.5707963267341256f64; let v20 = v8 - v19; let v22 = v16 * (-6.077100506303966e-11f64);
let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24; let v26 = v20 - v25; let v27 = v22 - v24;
let v28 = v26 + v27; let v30 = v16 * (-2.0222662487959506e-21f64); let v31 = v23 + v30; let v32 = v31 - v23;
let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32; let v36 = v34 + v35; let v37 = v28 + v36;
let v38 = v31 + v37; let v39 = v38 - v31; let v40 = v37 - v39; let mut v41; let mut v42; let mut v43; v41 = v17;
v42 = v38; v43 = v40; if v6 { let v44 = v2.to_bits() as i64; let v47 = v44 & 4503599627370495i64;
let v48 = v47 | 4503599627370496i64; let v50 = (v44 as u64 >> 52) as i64; let v52 = v50.wrapping_add((-1013i64));
let v54 = v52.max(0i64); let v76 = (v54 as u64 >> 6) as i64; let v78 = v76 & 16i64; let v79 = v78 != 0i64;
let v80 = if v79 { 8441921394348257659i64 } else { 0i64 };
let v81 = if v79 { 4397547296490951402i64 } else { (-6703182060581546711i64) };
let v82 = if v79 { 7780917995555872008i64 } else { (-277156292786332224i64) };
let v83 = if v79 { 6197850593633725355i64 } else { (-2638381946312093631i64) };
let v84 = if v79 { (-1094449336203069923i64) } else { (-121206125134887583i64) };
let v85 = if v79 { 0i64 } else { (-5249950069107600672i64) };
let v86 = if v79 { 0i64 } else { 452944820249399836i64 }; let v87 = if v79 { 0i64 } else { (-135693905287338178i64) };
let v88 = if v79 { 0i64 } else { (-1692731182770600828i64) };
let v89 = if v79 { 0i64 } else { (-1613291254968254911i64) };
let v90 = if v79 { 0i64 } else { 4148332274289687028i64 };
let v91 = if v79 { 0i64 } else { (-7168499653074671557i64) };
let v92 = if v79 { 0i64 } else { 2303758334597371919i64 };
let v93 = if v79 { 0i64 } else { (-1211730484530615009i64) };
let v94 = if v79 { 0i64 } else { 7869616827067468215i64 }; let v95 = if v79 { 0i64 } else { 5712322887342352941i64 };
let v96 = if v79 { 0i64 } else { 8441921394348257659i64 }; let v97 = if v79 { 0i64 } else { 4397547296490951402i64 };
let v98 = if v79 { 0i64 } else { 7780917995555872008i64 }; let v100 = v76 & 8i64; let v101 = v100 != 0i64;
let v102 = if v101 { v88 } else { v80 }; let v103 = if v101 { v89 } else { v81 };
let v104 = if v101 { v90 } else { v82 }; let v105 = if v101 { v91 } else { v83 };
let v106 = if v101 { v92 } else { v84 }; let v107 = if v101 { v93 } else { v85 };
let v108 = if v101 { v94 } else { v86 }; let v109 = if v101 { v95 } else { v87 };
let v110 = if v101 { v96 } else { v88 }; let v111 = if v101 { v97 } else { v89 };
let v112 = if v101 { v98 } else { v90 }; let v114 = v76 & 4i64; let v115 = v114 != 0i64;
let v116 = if v115 { v106 } else { v102 }; let v117 = if v115 { v107 } else { v103 };
let v118 = if v115 { v108 } else { v104 }; let v119 = if v115 { v109 } else { v105 };
let v120 = if v115 { v110 } else { v106 }; let v121 = if v115 { v111 } else { v107 };
let v122 = if v115 { v112 } else { v108 }; let v124 = v76 & 2i64; let v125 = v124 != 0i64;
let v126 = if v125 { v118 } else { v116 }; let v127 = if v125 { v119 } else { v117 };
let v128 = if v125 { v120 } else { v118 }; let v129 = if v125 { v121 } else { v119 };
let v130 = if v125 { v122 } else { v120 }; let v132 = v76 & 1i64; let v133 = v132 != 0i64;
let v134 = if v133 { v127 } else { v126 }; let v135 = if v133 { v128 } else { v127 };
let v136 = if v133 { v129 } else { v128 }; let v137 = if v133 { v130 } else { v129 }; let v139 = v54 & 63i64;
let v141 = 64i64.wrapping_sub(v139); let v142 = v134.checked_shl(v139 as u32).unwrap_or(0);
let v143 = (v135 as u64).checked_shr(v141 as u32).unwrap_or(0) as i64; let v144 = v142 | v143;
let v145 = v135.checked_shl(v139 as u32).unwrap_or(0);
let v146 = (v136 as u64).checked_shr(v141 as u32).unwrap_or(0) as i64; let v147 = v145 | v146;
let v148 = v136.checked_shl(v139 as u32).unwrap_or(0);
let v149 = (v137 as u64).checked_shr(v141 as u32).unwrap_or(0) as i64; let v150 = v148 | v149;
let v152 = v48 & 4294967295i64; let v154 = (v48 as u64 >> 32) as i64; let v155 = v150 & 4294967295i64;
let v157 = (v150 as u64 >> 32) as i64; let v158 = v152.wrapping_mul(v155); let v159 = v154.wrapping_mul(v155);
let v160 = v152.wrapping_mul(v157); let v161 = v154.wrapping_mul(v157); let v163 = (v158 as u64 >> 32) as i64;
let v164 = v159.wrapping_add(v163); let v165 = v164 & 4294967295i64; let v166 = v160.wrapping_add(v165);
let v168 = (v164 as u64 >> 32) as i64; let v170 = (v166 as u64 >> 32) as i64; let v171 = v161.wrapping_add(v168);
let v172 = v171.wrapping_add(v170); let v173 = v48.wrapping_mul(v147); let v174 = v172.wrapping_add(v173);
let v175 = (v174 as u64) < (v172 as u64); let v177 = if v175 { 1i64 } else { 0i64 };
let v178 = v48.wrapping_mul(v144); let v180 = v48 & 4294967295i64; let v182 = (v48 as u64 >> 32) as i64;
let v183 = v147 & 4294967295i64; let v185 = (v147 as u64 >> 32) as i64; let v186 = v180.wrapping_mul(v183);
let v187 = v182.wrapping_mul(v183); let v188 = v180.wrapping_mul(v185); let v189 = v182.wrapping_mul(v185);
let v191 = (v186 as u64 >> 32) as i64; let v192 = v187.wrapping_add(v191); let v193 = v192 & 4294967295i64;
let v194 = v188.wrapping_add(v193); let v196 = (v192 as u64 >> 32) as i64; let v198 = (v194 as u64 >> 32) as i64;
let v199 = v189.wrapping_add(v196); let v200 = v199.wrapping_add(v198); let v201 = v178.wrapping_add(v200);
let v202 = v201.wrapping_add(v177); let v204 = (v202 as u64 >> 62) as i64; let v206 = v202 << 2;
let v208 = (v174 as u64 >> 62) as i64; let v209 = v206 | v208; let v211 = v174 << 2;
let v213 = (v209 as u64 >> 63) as i64; let v214 = v204.wrapping_add(v213); let v217 = v209 >> 32;
let v218 = v209 & 4294967295i64; let v220 = (v211 as u64 >> 32) as i64; let v221 = v211 & 4294967295i64;
let v222 = v217 as f64; let v224 = v222 * 2.3283064365386963e-10f64; let v225 = v218 as f64;
let v227 = v225 * 5.421010862427522e-20f64; let v228 = v220 as f64; let v230 = v228 * 1.262177448353619e-29f64;
let v231 = v221 as f64; let v233 = v231 * 2.938735877055719e-39f64; let v234 = v224 + v227; let v235 = v234 - v224;
let v236 = v234 - v235; let v237 = v224 - v236; let v238 = v227 - v235; let v239 = v237 + v238;
let v240 = v234 + v230; let v241 = v240 - v234; let v242 = v240 - v241; let v243 = v234 - v242;
let v244 = v230 - v241; let v245 = v243 + v244; let v246 = v239 + v245; let v247 = v246 + v233;
let v248 = v240 + v247; let v249 = v248 - v240; let v250 = v248 - v249; let v251 = v240 - v250;
let v252 = v247 - v249; let v253 = v251 + v252; let v256 = v248 * 1.5707963267948966f64; let v257 = -v256;
let v258 = v248.mul_add(1.5707963267948966f64, v257); let v259 = v248 * 6.123233995736766e-17f64;
let v260 = v253 * 1.5707963267948966f64; let v261 = v259 + v260; let v262 = v258 + v261; let v263 = v256 + v262;
let v264 = v263 - v256; let v265 = v262 - v264; v41 = v214; v42 = v263; v43 = v265; } let v266 = v41; let v267 = v42;
let v268 = v43; let v270 = v2 <= 0.7853981633974483f64; let v271 = if v270 { 0i64 } else { v266 };
let v272 = if v270 { v2 } else { v267 }; let v273 = if v270 { 0.0f64 } else { v268 }; let v274 = v272 * v272;
let v275 = v274 * v274; let v277 = 1.6058529573291737e-10f64 * v275; let v279 = v277 + 2.7557319219301936e-6f64;
let v280 = v279 * v275; let v282 = v280 + 0.008333333333333331f64; let v284 = (-7.586576648405261e-13f64) * v275;
let v286 = v284 + (-2.5052106219528367e-8f64); let v287 = v286 * v275; let v289 = v287 + (-0.00019841269841265017f64);
let v290 = v289 * v274; let v291 = v282 + v290; let v292 = v291 * v274; let v294 = v292 + (-0.16666666666666666f64);
let v295 = v274 * v272; let v296 = v295 * v294; let v298 = v274 * 0.5f64; let v299 = v298 * v273;
let v300 = v273 - v299; let v301 = v296 + v300; let v302 = v272 + v301; let v303 = v302 - v272;
let v304 = v301 - v303; let v305 = v274 * v274; let v307 = (-1.1382456865840483e-11f64) * v305;
let v309 = v307 + (-2.755731726001471e-7f64); let v310 = v309 * v305; let v312 = v310 + (-0.0013888888888887382f64);
let v314 = 2.0876143829213935e-9f64 * v305; let v316 = v314 + 2.480158729874308e-5f64; let v317 = v316 * v274;
let v318 = v312 + v317; let v319 = v318 * v274; let v321 = v319 + 0.041666666666666664f64; let v322 = v274 * v274;
let v323 = v322 * v321; let v325 = -v298; let v326 = 1.0f64 + v325; let v327 = v326 - 1.0f64; let v328 = v325 - v327;
let v329 = v272 * v273; let v330 = v323 - v329; let v331 = v328 + v330; let v332 = v326 + v331;
let v333 = v332 - v326; let v334 = v331 - v333; let v336 = v271.wrapping_add(1i64); let v340 = v336 & 1i64;
let v341 = v340 != 0i64; let v342 = if v341 { v332 } else { v302 }; let v343 = v336 & 2i64; let v345 = v343 << 62;
let v346 = v342.to_bits() as i64; let v347 = v346 ^ v345; let v348 = f64::from_bits(v347 as u64);
let v351 = v2 < f64::INFINITY; let v352 = if v351 { v348 } else { f64::NAN }; v352
}
#[inline(always)]
pub fn tan_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v6 = v2 > 1000000.0f64; let v8 = if v6 { 1.0f64 } else { v2 };
let v10 = v8 * 0.6366197723675814f64; let v12 = v10 + 6755399441055744.0f64; let v13 = v12.to_bits() as i64;
let v16 = v12 + (-6755399441055744.0f64); let v17 = v13.wrapping_sub(4843621399236968448i64);
let v19 = v16 * 1.5707963267341256f64; let v20 = v8 - v19; let v22 = v16 * (-6.077100506303966e-11f64);
let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24; let v26 = v20 - v25; let v27 = v22 - v24;
let v28 = v26 + v27; let v30 = v16 * (-2.0222662487959506e-21f64); let v31 = v23 + v30; let v32 = v31 - v23;
let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32; let v36 = v34 + v35; let v37 = v28 + v36;
let v38 = v31 + v37; let v39 = v38 - v31; let v40 = v37 - v39; let mut v41; let mut v42; let mut v43; v41 = v17;
v42 = v38; v43 = v40; let v266 = v41; let v267 = v42; let v268 = v43; let v270 = v2 <= 0.7853981633974483f64;
let v271 = if v270 { 0i64 } else { v266 }; let v272 = if v270 { v2 } else { v267 };
let v273 = if v270 { 0.0f64 } else { v268 }; let v274 = v272 * v272; let v275 = v274 * v274;
let v277 = 1.6058529573291737e-10f64 * v275; let v279 = v277 + 2.7557319219301936e-6f64; let v280 = v279 * v275;
let v282 = v280 + 0.008333333333333331f64; let v284 = (-7.586576648405261e-13f64) * v275;
let v286 = v284 + (-2.5052106219528367e-8f64); let v287 = v286 * v275; let v289 = v287 + (-0.00019841269841265017f64);
let v290 = v289 * v274; let v291 = v282 + v290; let v292 = v291 * v274; let v294 = v292 + (-0.16666666666666666f64);
let v295 = v274 * v272; let v296 = v295 * v294; let v298 = v274 * 0.5f64; let v299 = v298 * v273;
let v300 = v273 - v299; let v301 = v296 + v300; let v302 = v272 + v301; let v303 = v302 - v272;
let v304 = v301 - v303; let v305 = v274 * v274; let v307 = (-1.1382456865840483e-11f64) * v305;
let v309 = v307 + (-2.755731726001471e-7f64); let v310 = v309 * v305; let v312 = v310 + (-0.0013888888888887382f64);
let v314 = 2.0876143829213935e-9f64 * v305; let v316 = v314 + 2.480158729874308e-5f64; let v317 = v316 * v274;
let v318 = v312 + v317; let v319 = v318 * v274; let v321 = v319 + 0.041666666666666664f64; let v322 = v274 * v274;
let v323 = v322 * v321; let v325 = -v298; let v326 = 1.0f64 + v325; let v327 = v326 - 1.0f64; let v328 = v325 - v327;
let v329 = v272 * v273; let v330 = v323 - v329; let v331 = v328 + v330; let v332 = v326 + v331;
let v333 = v332 - v326; let v334 = v331 - v333; let v337 = v271 & 1i64; let v338 = v337 != 0i64; let v339 = -v302;
let v340 = -v304; let v341 = if v338 { v332 } else { v302 }; let v342 = if v338 { v334 } else { v304 };
let v343 = if v338 { v339 } else { v332 }; let v344 = if v338 { v340 } else { v334 }; let v345 = v341 / v343;
let v346 = v345 * v343; let v347 = -v346; let v348 = v345.mul_add(v343, v347); let v349 = v341 - v346;
let v350 = v349 - v348; let v351 = v350 + v342; let v352 = v345 * v344; let v353 = v351 - v352;
let v354 = v353 / v343; let v355 = v345 + v354; let v356 = v355 - v345; let v357 = v354 - v356;
let v359 = v2 < 3.725290298461914e-9f64; let v360 = v2 * v2; let v361 = v360 * v2;
let v363 = v361 * 0.3333333333333333f64; let v364 = v2 + v363; let v365 = if v359 { v364 } else { v355 };
let v366 = -v365; let v368 = v0 < 0.0f64; let v369 = if v368 { v366 } else { v365 }; let v370 = v0 == 0.0f64;
let v371 = if v370 { v0 } else { v369 }; let v374 = v2 < f64::INFINITY; let v375 = if v374 { v371 } else { f64::NAN };
(v375, v6)
}
#[inline(always)]
pub fn tan(v0: f64) -> f64 {
let v2 = v0.abs(); let v6 = v2 > 1000000.0f64; let v8 = if v6 { 1.0f64 } else { v2 };
let v10 = v8 * 0.6366197723675814f64; let v12 = v10 + 6755399441055744.0f64; let v13 = v12.to_bits() as i64;
let v16 = v12 + (-6755399441055744.0f64); let v17 = v13.wrapping_sub(4843621399236968448i64);
let v19 = v16 * 1.5707963267341256f64; let v20 = v8 - v19; let v22 = v16 * (-6.077100506303966e-11f64);
let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24; let v26 = v20 - v25; let v27 = v22 - v24;
let v28 = v26 + v27; let v30 = v16 * (-2.0222662487959506e-21f64); let v31 = v23 + v30; let v32 = v31 - v23;
let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32; let v36 = v34 + v35; let v37 = v28 + v36;
let v38 = v31 + v37; let v39 = v38 - v31; let v40 = v37 - v39; let mut v41; let mut v42; let mut v43; v41 = v17;
v42 = v38; v43 = v40; if v6 { let v44 = v2.to_bits() as i64; let v47 = v44 & 4503599627370495i64;
let v48 = v47 | 4503599627370496i64; let v50 = (v44 as u64 >> 52) as i64; let v52 = v50.wrapping_add((-1013i64));
let v54 = v52.max(0i64); let v76 = (v54 as u64 >> 6) as i64; let v78 = v76 & 16i64; let v79 = v78 != 0i64;
let v80 = if v79 { 8441921394348257659i64 } else { 0i64 };
let v81 = if v79 { 4397547296490951402i64 } else { (-6703182060581546711i64) };
let v82 = if v79 { 7780917995555872008i64 } else { (-277156292786332224i64) };
let v83 = if v79 { 6197850593633725355i64 } else { (-2638381946312093631i64) };
let v84 = if v79 { (-1094449336203069923i64) } else { (-121206125134887583i64) };
let v85 = if v79 { 0i64 } else { (-5249950069107600672i64) };
let v86 = if v79 { 0i64 } else { 452944820249399836i64 }; let v87 = if v79 { 0i64 } else { (-135693905287338178i64) };
let v88 = if v79 { 0i64 } else { (-1692731182770600828i64) };
let v89 = if v79 { 0i64 } else { (-1613291254968254911i64) };
let v90 = if v79 { 0i64 } else { 4148332274289687028i64 };
let v91 = if v79 { 0i64 } else { (-7168499653074671557i64) };
let v92 = if v79 { 0i64 } else { 2303758334597371919i64 };
let v93 = if v79 { 0i64 } else { (-1211730484530615009i64) };
let v94 = if v79 { 0i64 } else { 7869616827067468215i64 }; let v95 = if v79 { 0i64 } else { 5712322887342352941i64 };
let v96 = if v79 { 0i64 } else { 8441921394348257659i64 }; let v97 = if v79 { 0i64 } else { 4397547296490951402i64 };
let v98 = if v79 { 0i64 } else { 7780917995555872008i64 }; let v100 = v76 & 8i64; let v101 = v100 != 0i64;
let v102 = if v101 { v88 } else { v80 }; let v103 = if v101 { v89 } else { v81 };
let v104 = if v101 { v90 } else { v82 }; let v105 = if v101 { v91 } else { v83 };
let v106 = if v101 { v92 } else { v84 }; let v107 = if v101 { v93 } else { v85 };
let v108 = if v101 { v94 } else { v86 }; let v109 = if v101 { v95 } else { v87 };
let v110 = if v101 { v96 } else { v88 }; let v111 = if v101 { v97 } else { v89 };
let v112 = if v101 { v98 } else { v90 }; let v114 = v76 & 4i64; let v115 = v114 != 0i64;
let v116 = if v115 { v106 } else { v102 }; let v117 = if v115 { v107 } else { v103 };
let v118 = if v115 { v108 } else { v104 }; let v119 = if v115 { v109 } else { v105 };
let v120 = if v115 { v110 } else { v106 }; let v121 = if v115 { v111 } else { v107 };
let v122 = if v115 { v112 } else { v108 }; let v124 = v76 & 2i64; let v125 = v124 != 0i64;
let v126 = if v125 { v118 } else { v116 }; let v127 = if v125 { v119 } else { v117 };
let v128 = if v125 { v120 } else { v118 }; let v129 = if v125 { v121 } else { v119 };
let v130 = if v125 { v122 } else { v120 }; let v132 = v76 & 1i64; let v133 = v132 != 0i64;
let v134 = if v133 { v127 } else { v126 }; let v135 = if v133 { v128 } else { v127 };
let v136 = if v133 { v129 } else { v128 }; let v137 = if v133 { v130 } else { v129 }; let v139 = v54 & 63i64;
let v141 = 64i64.wrapping_sub(v139); let v142 = v134.checked_shl(v139 as u32).unwrap_or(0);
let v143 = (v135 as u64).checked_shr(v141 as u32).unwrap_or(0) as i64; let v144 = v142 | v143;
let v145 = v135.checked_shl(v139 as u32).unwrap_or(0);
let v146 = (v136 as u64).checked_shr(v141 as u32).unwrap_or(0) as i64; let v147 = v145 | v146;
let v148 = v136.checked_shl(v139 as u32).unwrap_or(0);
let v149 = (v137 as u64).checked_shr(v141 as u32).unwrap_or(0) as i64; let v150 = v148 | v149;
let v152 = v48 & 4294967295i64; let v154 = (v48 as u64 >> 32) as i64; let v155 = v150 & 4294967295i64;
let v157 = (v150 as u64 >> 32) as i64; let v158 = v152.wrapping_mul(v155); let v159 = v154.wrapping_mul(v155);
let v160 = v152.wrapping_mul(v157); let v161 = v154.wrapping_mul(v157); let v163 = (v158 as u64 >> 32) as i64;
let v164 = v159.wrapping_add(v163); let v165 = v164 & 4294967295i64; let v166 = v160.wrapping_add(v165);
let v168 = (v164 as u64 >> 32) as i64; let v170 = (v166 as u64 >> 32) as i64; let v171 = v161.wrapping_add(v168);
let v172 = v171.wrapping_add(v170); let v173 = v48.wrapping_mul(v147); let v174 = v172.wrapping_add(v173);
let v175 = (v174 as u64) < (v172 as u64); let v177 = if v175 { 1i64 } else { 0i64 };
let v178 = v48.wrapping_mul(v144); let v180 = v48 & 4294967295i64; let v182 = (v48 as u64 >> 32) as i64;
let v183 = v147 & 4294967295i64; let v185 = (v147 as u64 >> 32) as i64; let v186 = v180.wrapping_mul(v183);
let v187 = v182.wrapping_mul(v183); let v188 = v180.wrapping_mul(v185); let v189 = v182.wrapping_mul(v185);
let v191 = (v186 as u64 >> 32) as i64; let v192 = v187.wrapping_add(v191); let v193 = v192 & 4294967295i64;
let v194 = v188.wrapping_add(v193); let v196 = (v192 as u64 >> 32) as i64; let v198 = (v194 as u64 >> 32) as i64;
let v199 = v189.wrapping_add(v196); let v200 = v199.wrapping_add(v198); let v201 = v178.wrapping_add(v200);
let v202 = v201.wrapping_add(v177); let v204 = (v202 as u64 >> 62) as i64; let v206 = v202 << 2;
let v208 = (v174 as u64 >> 62) as i64; let v209 = v206 | v208; let v211 = v174 << 2;
let v213 = (v209 as u64 >> 63) as i64; let v214 = v204.wrapping_add(v213); let v217 = v209 >> 32;
let v218 = v209 & 4294967295i64; let v220 = (v211 as u64 >> 32) as i64; let v221 = v211 & 4294967295i64;
let v222 = v217 as f64; let v224 = v222 * 2.3283064365386963e-10f64; let v225 = v218 as f64;
let v227 = v225 * 5.421010862427522e-20f64; let v228 = v220 as f64; let v230 = v228 * 1.262177448353619e-29f64;
let v231 = v221 as f64; let v233 = v231 * 2.938735877055719e-39f64; let v234 = v224 + v227; let v235 = v234 - v224;
let v236 = v234 - v235; let v237 = v224 - v236; let v238 = v227 - v235; let v239 = v237 + v238;
let v240 = v234 + v230; let v241 = v240 - v234; let v242 = v240 - v241; let v243 = v234 - v242;
let v244 = v230 - v241; let v245 = v243 + v244; let v246 = v239 + v245; let v247 = v246 + v233;
let v248 = v240 + v247; let v249 = v248 - v240; let v250 = v248 - v249; let v251 = v240 - v250;
let v252 = v247 - v249; let v253 = v251 + v252; let v256 = v248 * 1.5707963267948966f64; let v257 = -v256;
let v258 = v248.mul_add(1.5707963267948966f64, v257); let v259 = v248 * 6.123233995736766e-17f64;
let v260 = v253 * 1.5707963267948966f64; let v261 = v259 + v260; let v262 = v258 + v261; let v263 = v256 + v262;
let v264 = v263 - v256; let v265 = v262 - v264; v41 = v214; v42 = v263; v43 = v265; } let v266 = v41; let v267 = v42;
let v268 = v43; let v270 = v2 <= 0.7853981633974483f64; let v271 = if v270 { 0i64 } else { v266 };
let v272 = if v270 { v2 } else { v267 }; let v273 = if v270 { 0.0f64 } else { v268 }; let v274 = v272 * v272;
let v275 = v274 * v274; let v277 = 1.6058529573291737e-10f64 * v275; let v279 = v277 + 2.7557319219301936e-6f64;
let v280 = v279 * v275; let v282 = v280 + 0.008333333333333331f64; let v284 = (-7.586576648405261e-13f64) * v275;
let v286 = v284 + (-2.5052106219528367e-8f64); let v287 = v286 * v275; let v289 = v287 + (-0.00019841269841265017f64);
let v290 = v289 * v274; let v291 = v282 + v290; let v292 = v291 * v274; let v294 = v292 + (-0.16666666666666666f64);
let v295 = v274 * v272; let v296 = v295 * v294; let v298 = v274 * 0.5f64; let v299 = v298 * v273;
let v300 = v273 - v299; let v301 = v296 + v300; let v302 = v272 + v301; let v303 = v302 - v272;
let v304 = v301 - v303; let v305 = v274 * v274; let v307 = (-1.1382456865840483e-11f64) * v305;
let v309 = v307 + (-2.755731726001471e-7f64); let v310 = v309 * v305; let v312 = v310 + (-0.0013888888888887382f64);
let v314 = 2.0876143829213935e-9f64 * v305; let v316 = v314 + 2.480158729874308e-5f64; let v317 = v316 * v274;
let v318 = v312 + v317; let v319 = v318 * v274; let v321 = v319 + 0.041666666666666664f64; let v322 = v274 * v274;
let v323 = v322 * v321; let v325 = -v298; let v326 = 1.0f64 + v325; let v327 = v326 - 1.0f64; let v328 = v325 - v327;
let v329 = v272 * v273; let v330 = v323 - v329; let v331 = v328 + v330; let v332 = v326 + v331;
let v333 = v332 - v326; let v334 = v331 - v333; let v337 = v271 & 1i64; let v338 = v337 != 0i64; let v339 = -v302;
let v340 = -v304; let v341 = if v338 { v332 } else { v302 }; let v342 = if v338 { v334 } else { v304 };
let v343 = if v338 { v339 } else { v332 }; let v344 = if v338 { v340 } else { v334 }; let v345 = v341 / v343;
let v346 = v345 * v343; let v347 = -v346; let v348 = v345.mul_add(v343, v347); let v349 = v341 - v346;
let v350 = v349 - v348; let v351 = v350 + v342; let v352 = v345 * v344; let v353 = v351 - v352;
let v354 = v353 / v343; let v355 = v345 + v354; let v356 = v355 - v345; let v357 = v354 - v356;
let v359 = v2 < 3.725290298461914e-9f64; let v360 = v2 * v2; let v361 = v360 * v2;
let v363 = v361 * 0.3333333333333333f64; let v364 = v2 + v363; let v365 = if v359 { v364 } else { v355 };
let v366 = -v365; let v368 = v0 < 0.0f64; let v369 = if v368 { v366 } else { v365 }; let v370 = v0 == 0.0f64;
let v371 = if v370 { v0 } else { v369 }; let v374 = v2 < f64::INFINITY; let v375 = if v374 { v371 } else { f64::NAN };
v375
}
#[inline(always)]
pub fn asin_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v4 = v2 <= 0.5f64; let v7 = 1.0f64 - v2; let v9 = v7 * 0.5f64; let v10 = v9.sqrt();
let v11 = v2 * v2; let v12 = if v4 { v11 } else { v9 }; let v13 = if v4 { v2 } else { v10 }; let v14 = v12 * v12;
let v16 = 0.02963502626354855f64 * v14; let v18 = v16 + 0.019579201619744684f64; let v19 = v18 * v14;
let v21 = v19 + 0.009322101501082774f64; let v22 = v21 * v14; let v24 = v22 + 0.011566511821890942f64;
let v25 = v24 * v14; let v27 = v25 + 0.017352816768546473f64; let v28 = v27 * v14;
let v30 = v28 + 0.030381944475693704f64; let v31 = v30 * v14; let v33 = v31 + 0.07500000000000119f64;
let v35 = (-0.019277545928584557f64) * v14; let v37 = v35 + 0.0030350071727267623f64; let v38 = v37 * v14;
let v40 = v38 + 0.00962140274734483f64; let v41 = v40 * v14; let v43 = v41 + 0.013963775787848137f64;
let v44 = v43 * v14; let v46 = v44 + 0.022372157435623815f64; let v47 = v46 * v14;
let v49 = v47 + 0.04464285714255019f64; let v50 = v49 * v12; let v51 = v33 + v50; let v52 = v51 * v12;
let v54 = v52 + 0.16666666666666666f64; let v55 = v12 * v54; let v56 = v13 * v55; let v57 = v13 + v56;
let v61 = v13 * (-2.0f64); let v62 = v56 + 0.0f64; let v63 = v62 + v62; let v64 = 1.5707963267948966f64 + v61;
let v65 = v64 - 1.5707963267948966f64; let v66 = v61 - v65; let v67 = 6.123233995736766e-17f64 - v63;
let v68 = v66 + v67; let v69 = v64 + v68; let v70 = if v4 { v57 } else { v69 }; let v71 = v70.copysign(v0);
let v73 = v2 <= 1.0f64; let v75 = if v73 { v71 } else { f64::NAN }; (v75, false)
}
#[inline(always)]
pub fn asin(v0: f64) -> f64 {
asin_quick(v0).0
}
#[inline(always)]
pub fn acos_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v4 = v2 <= 0.5f64; let v7 = 1.0f64 - v2; let v9 = v7 * 0.5f64; let v10 = v9.sqrt();
let v11 = v2 * v2; let v12 = if v4 { v11 } else { v9 }; let v13 = if v4 { v2 } else { v10 }; let v14 = v12 * v12;
let v16 = 0.02963502626354855f64 * v14; let v18 = v16 + 0.019579201619744684f64; let v19 = v18 * v14;
let v21 = v19 + 0.009322101501082774f64; let v22 = v21 * v14; let v24 = v22 + 0.011566511821890942f64;
let v25 = v24 * v14; let v27 = v25 + 0.017352816768546473f64; let v28 = v27 * v14;
let v30 = v28 + 0.030381944475693704f64; let v31 = v30 * v14; let v33 = v31 + 0.07500000000000119f64;
let v35 = (-0.019277545928584557f64) * v14; let v37 = v35 + 0.0030350071727267623f64; let v38 = v37 * v14;
let v40 = v38 + 0.00962140274734483f64; let v41 = v40 * v14; let v43 = v41 + 0.013963775787848137f64;
let v44 = v43 * v14; let v46 = v44 + 0.022372157435623815f64; let v47 = v46 * v14;
let v49 = v47 + 0.04464285714255019f64; let v50 = v49 * v12; let v51 = v33 + v50; let v52 = v51 * v12;
let v54 = v52 + 0.16666666666666666f64; let v55 = v12 * v54; let v56 = v13 * v55; let v57 = v56.copysign(v0);
let v60 = -v0; let v61 = 1.5707963267948966f64 + v60; let v62 = v61 - 1.5707963267948966f64; let v63 = v60 - v62;
let v64 = 6.123233995736766e-17f64 - v57; let v65 = v63 + v64; let v66 = v61 + v65; let v67 = v56 + 0.0f64;
let v68 = v13 + v13; let v69 = v67 + v67; let v70 = v68 + v69; let v73 = -v68; let v74 = 3.141592653589793f64 + v73;
let v75 = v74 - 3.141592653589793f64; let v76 = v73 - v75; let v77 = 1.2246467991473532e-16f64 - v69;
let v78 = v76 + v77; let v79 = v74 + v78; let v81 = v0 < 0.0f64; let v82 = if v81 { v79 } else { v70 };
let v83 = if v4 { v66 } else { v82 }; let v85 = v2 <= 1.0f64; let v87 = if v85 { v83 } else { f64::NAN }; (v87, false)
}
#[inline(always)]
pub fn acos(v0: f64) -> f64 {
acos_quick(v0).0
}
#[inline(always)]
pub fn atan_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v5 = v2 > 1.0f64; let v7 = v2 == f64::INFINITY; let v8 = if v5 { 1.0f64 } else { v2 };
let v9 = if v5 { v2 } else { 1.0f64 }; let v10 = if v7 { 1.0f64 } else { v9 }; let v11 = if v7 { 0.0f64 } else { v8 };
let v14 = v10 * 0.4142135623730951f64; let v15 = v11 > v14; let v16 = v11 - v10; let v17 = v10 + v11;
let v18 = if v15 { v16 } else { v11 }; let v19 = if v15 { v17 } else { v10 }; let v20 = v18 / v19;
let v21 = v20 * v20; let v22 = v21 * v21; let v24 = 0.016148228546771868f64 * v22;
let v26 = v24 + 0.045467195095551666f64; let v27 = v26 * v22; let v29 = v27 + 0.058787824694439814f64;
let v30 = v29 * v22; let v32 = v30 + 0.07692295658327873f64; let v33 = v32 * v22;
let v35 = v33 + 0.11111111104652255f64; let v36 = v35 * v22; let v38 = v36 + 0.19999999999999785f64;
let v40 = (-0.034445844423577385f64) * v22; let v42 = v40 + (-0.0522938047378184f64); let v43 = v42 * v22;
let v45 = v43 + (-0.06666412077725274f64); let v46 = v45 * v22; let v48 = v46 + (-0.09090908728587459f64);
let v49 = v48 * v22; let v51 = v49 + (-0.14285714285654638f64); let v52 = v51 * v21; let v53 = v38 + v52;
let v54 = v53 * v21; let v56 = v54 + (-0.3333333333333333f64); let v57 = v21 * v56; let v58 = v20 * v57;
let v61 = if v15 { 0.7853981633974483f64 } else { 0.0f64 };
let v62 = if v15 { 3.061616997868383e-17f64 } else { 0.0f64 }; let v65 = -v20; let v66 = -v58;
let v69 = v61 == 0.0f64; let v70 = if v69 { 1.5707963267948966f64 } else { 0.7853981633974483f64 };
let v71 = if v69 { 6.123233995736766e-17f64 } else { 3.061616997868383e-17f64 }; let v72 = if v5 { v70 } else { v61 };
let v73 = if v5 { v71 } else { v62 }; let v74 = if v5 { v65 } else { v20 }; let v75 = if v5 { v66 } else { v58 };
let v76 = v72 + v74; let v77 = v76 - v72; let v78 = v76 - v77; let v79 = v72 - v78; let v80 = v74 - v77;
let v81 = v79 + v80; let v82 = v73 + v75; let v83 = v81 + v82; let v84 = v76 + v83; let v85 = v84.copysign(v0);
let v86 = v0 != v0; let v87 = if v86 { v0 } else { v85 }; (v87, false)
}
#[inline(always)]
pub fn atan(v0: f64) -> f64 {
atan_quick(v0).0
}
#[inline(always)]
pub fn atan2_quick(v0: f64, v1: f64) -> (f64, bool) {
let v3 = v0.abs(); let v4 = v1.abs(); let v8 = v3 == f64::INFINITY; let v9 = v4 == f64::INFINITY;
let v10 = if v8 { 1.0f64 } else { 0.0f64 }; let v11 = if v9 { 1.0f64 } else { 0.0f64 }; let v12 = v8 | v9;
let v13 = if v12 { v10 } else { v3 }; let v14 = if v12 { v11 } else { v4 }; let v15 = v13 > v14;
let v16 = if v15 { v14 } else { v13 }; let v17 = if v15 { v13 } else { v14 };
let v19 = v17 > 2.247116418577895e307f64; let v21 = v17 < 3.054936363499605e-151f64;
let v24 = if v19 { 0.25f64 } else { 1.0f64 }; let v25 = if v21 { 3.273390607896142e150f64 } else { v24 };
let v26 = v16 * v25; let v27 = v17 * v25; let v28 = v27 == 0.0f64; let v29 = if v28 { 1.0f64 } else { v27 };
let v32 = v29 * 0.4142135623730951f64; let v33 = v26 > v32; let v34 = v26 - v29; let v35 = v29 + v26;
let v36 = if v33 { v34 } else { v26 }; let v37 = if v33 { v35 } else { v29 }; let v38 = v36 / v37;
let v39 = v38 * v38; let v40 = v39 * v39; let v42 = 0.016148228546771868f64 * v40;
let v44 = v42 + 0.045467195095551666f64; let v45 = v44 * v40; let v47 = v45 + 0.058787824694439814f64;
let v48 = v47 * v40; let v50 = v48 + 0.07692295658327873f64; let v51 = v50 * v40;
let v53 = v51 + 0.11111111104652255f64; let v54 = v53 * v40; let v56 = v54 + 0.19999999999999785f64;
let v58 = (-0.034445844423577385f64) * v40; let v60 = v58 + (-0.0522938047378184f64); let v61 = v60 * v40;
let v63 = v61 + (-0.06666412077725274f64); let v64 = v63 * v40; let v66 = v64 + (-0.09090908728587459f64);
let v67 = v66 * v40; let v69 = v67 + (-0.14285714285654638f64); let v70 = v69 * v39; let v71 = v56 + v70;
let v72 = v71 * v39; let v74 = v72 + (-0.3333333333333333f64); let v75 = v39 * v74; let v76 = v38 * v75;
let v79 = if v33 { 0.7853981633974483f64 } else { 0.0f64 };
let v80 = if v33 { 3.061616997868383e-17f64 } else { 0.0f64 }; let v81 = v79 == 0.0f64; let v90 = v1.to_bits() as i64;
let v92 = v90 < 0i64; let v93 = -v38; let v94 = -v76; let v95 = v15 ^ v92; let v96 = if v95 { v93 } else { v38 };
let v97 = if v95 { v94 } else { v76 }; let v98 = if v92 { 3.141592653589793f64 } else { 0.0f64 };
let v99 = if v92 { 1.2246467991473532e-16f64 } else { 0.0f64 };
let v100 = if v15 { 1.5707963267948966f64 } else { v98 }; let v101 = if v15 { 6.123233995736766e-17f64 } else { v99 };
let v102 = if v92 { 2.356194490192345f64 } else { 0.7853981633974483f64 };
let v103 = if v92 { 9.184850993605148e-17f64 } else { 3.061616997868383e-17f64 };
let v104 = if v81 { v100 } else { v102 }; let v105 = if v81 { v101 } else { v103 }; let v106 = v104 + v96;
let v107 = v106 - v104; let v108 = v106 - v107; let v109 = v104 - v108; let v110 = v96 - v107; let v111 = v109 + v110;
let v112 = v105 + v97; let v113 = v111 + v112; let v114 = v106 + v113; let v115 = v114.copysign(v0);
let v116 = v1 != v1; let v117 = if v116 { v1 } else { v115 }; let v118 = v0 != v0;
let v119 = if v118 { v0 } else { v117 }; (v119, false)
}
#[inline(always)]
pub fn atan2(v0: f64, v1: f64) -> f64 {
atan2_quick(v0, v1).0
}
#[inline(always)]
pub fn sinh_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v5 = v2 > 0.0f64; let v6 = if v5 { v2 } else { 0.0f64 }; let v7 = v6 < 711.0f64;
let v8 = if v7 { v6 } else { 711.0f64 }; let v10 = v8 * 1.4426950408889634f64; let v12 = v10 + 6755399441055744.0f64;
let v13 = v12.to_bits() as i64; let v16 = v12 + (-6755399441055744.0f64);
let v17 = v13.wrapping_sub(4843621399236968448i64); let v20 = v16 * 0.6931471803691238f64; let v21 = v8 - v20;
let v22 = v16 * 1.9082149292705877e-10f64; let v23 = -v22; let v24 = v21 + v23; let v25 = v24 - v21;
let v26 = v24 - v25; let v27 = v21 - v26; let v28 = v23 - v25; let v29 = v27 + v28; let v30 = v24 * v24;
let v31 = v24 * v24; let v33 = 2.5105419192016337e-8f64 * v31; let v35 = v33 + 2.75572549134867e-6f64;
let v36 = v35 * v31; let v38 = v36 + 0.00019841269875205077f64; let v39 = v38 * v31;
let v41 = v39 + 0.008333333333326025f64; let v42 = v41 * v31; let v44 = v42 + 0.1666666666666667f64;
let v46 = 2.091483135138041e-9f64 * v31; let v48 = v46 + 2.7557273295539724e-7f64; let v49 = v48 * v31;
let v51 = v49 + 2.4801587325822283e-5f64; let v52 = v51 * v31; let v54 = v52 + 0.001388888888888367f64;
let v55 = v54 * v31; let v57 = v55 + 0.04166666666666667f64; let v58 = v57 * v24; let v59 = v44 + v58;
let v60 = v59 * v24; let v62 = v60 + 0.5f64; let v63 = v30 * v62; let v65 = 1.0f64 + v24; let v66 = v65 - 1.0f64;
let v67 = v24 - v66; let v68 = v63 + v29; let v69 = v29 * v24; let v70 = v68 + v69; let v71 = v67 + v70;
let v72 = v65 + v71; let v73 = v72 - v65; let v74 = v71 - v73; let v76 = v17.wrapping_sub(1i64);
let v78 = v76.wrapping_add(2046i64); let v80 = (v78 as u64 >> 1) as i64; let v81 = v78.wrapping_sub(v80);
let v83 = v80 << 52; let v85 = v81 << 52; let v86 = f64::from_bits(v83 as u64); let v87 = f64::from_bits(v85 as u64);
let v88 = v72 * v86; let v89 = v88 * v87; let v91 = v76.wrapping_add(2046i64); let v93 = (v91 as u64 >> 1) as i64;
let v94 = v91.wrapping_sub(v93); let v96 = v93 << 52; let v98 = v94 << 52; let v99 = f64::from_bits(v96 as u64);
let v100 = f64::from_bits(v98 as u64); let v101 = v74 * v99; let v102 = v101 * v100; let v104 = 0.25f64 / v89;
let v106 = v104 * 4.0f64; let v107 = v104 * v102; let v108 = v106 * v107; let v109 = v104 - v108;
let v111 = v2 > 100.0f64; let v112 = v102 - v109; let v114 = if v111 { 0.0f64 } else { v112 }; let v115 = v89 + v114;
let v116 = v2 * v2; let v117 = v116 * v116; let v119 = 1.6057676882739475e-10f64 * v117;
let v121 = v119 + 2.7557319191250885e-6f64; let v122 = v121 * v117; let v124 = v122 + 0.008333333333333299f64;
let v126 = 7.746278224810715e-13f64 * v117; let v128 = v126 + 2.50521177239532e-8f64; let v129 = v128 * v117;
let v131 = v129 + 0.00019841269841324471f64; let v132 = v131 * v116; let v133 = v124 + v132; let v134 = v133 * v116;
let v136 = v134 + 0.16666666666666666f64; let v137 = v116 * v136; let v138 = v2 * v137; let v139 = v2 + v138;
let v141 = v2 < 1.0f64; let v142 = if v141 { v139 } else { v115 }; let v143 = v142.copysign(v0); let v144 = v0 != v0;
let v145 = if v144 { v0 } else { v143 }; (v145, false)
}
#[inline(always)]
pub fn sinh(v0: f64) -> f64 {
sinh_quick(v0).0
}
#[inline(always)]
pub fn cosh_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v5 = v2 > 0.0f64; let v6 = if v5 { v2 } else { 0.0f64 }; let v7 = v6 < 711.0f64;
let v8 = if v7 { v6 } else { 711.0f64 }; let v10 = v8 * 1.4426950408889634f64; let v12 = v10 + 6755399441055744.0f64;
let v13 = v12.to_bits() as i64; let v16 = v12 + (-6755399441055744.0f64);
let v17 = v13.wrapping_sub(4843621399236968448i64); let v20 = v16 * 0.6931471803691238f64; let v21 = v8 - v20;
let v22 = v16 * 1.9082149292705877e-10f64; let v23 = -v22; let v24 = v21 + v23; let v25 = v24 - v21;
let v26 = v24 - v25; let v27 = v21 - v26; let v28 = v23 - v25; let v29 = v27 + v28; let v30 = v24 * v24;
let v31 = v24 * v24; let v33 = 2.5105419192016337e-8f64 * v31; let v35 = v33 + 2.75572549134867e-6f64;
let v36 = v35 * v31; let v38 = v36 + 0.00019841269875205077f64; let v39 = v38 * v31;
let v41 = v39 + 0.008333333333326025f64; let v42 = v41 * v31; let v44 = v42 + 0.1666666666666667f64;
let v46 = 2.091483135138041e-9f64 * v31; let v48 = v46 + 2.7557273295539724e-7f64; let v49 = v48 * v31;
let v51 = v49 + 2.4801587325822283e-5f64; let v52 = v51 * v31; let v54 = v52 + 0.001388888888888367f64;
let v55 = v54 * v31; let v57 = v55 + 0.04166666666666667f64; let v58 = v57 * v24; let v59 = v44 + v58;
let v60 = v59 * v24; let v62 = v60 + 0.5f64; let v63 = v30 * v62; let v65 = 1.0f64 + v24; let v66 = v65 - 1.0f64;
let v67 = v24 - v66; let v68 = v63 + v29; let v69 = v29 * v24; let v70 = v68 + v69; let v71 = v67 + v70;
let v72 = v65 + v71; let v73 = v72 - v65; let v74 = v71 - v73; let v76 = v17.wrapping_sub(1i64);
let v78 = v76.wrapping_add(2046i64); let v80 = (v78 as u64 >> 1) as i64; let v81 = v78.wrapping_sub(v80);
let v83 = v80 << 52; let v85 = v81 << 52; let v86 = f64::from_bits(v83 as u64); let v87 = f64::from_bits(v85 as u64);
let v88 = v72 * v86; let v89 = v88 * v87; let v91 = v76.wrapping_add(2046i64); let v93 = (v91 as u64 >> 1) as i64;
let v94 = v91.wrapping_sub(v93); let v96 = v93 << 52; let v98 = v94 << 52; let v99 = f64::from_bits(v96 as u64);
let v100 = f64::from_bits(v98 as u64); let v101 = v74 * v99; let v102 = v101 * v100; let v104 = 0.25f64 / v89;
let v106 = v104 * 4.0f64; let v107 = v104 * v102; let v108 = v106 * v107; let v109 = v104 - v108;
let v111 = v2 > 100.0f64; let v112 = v89 + v109; let v113 = v112 - v89; let v114 = v109 - v113;
let v115 = v114 + v102; let v116 = v112 + v115; let v117 = if v111 { v89 } else { v116 }; let v118 = v0 != v0;
let v119 = if v118 { v0 } else { v117 }; (v119, false)
}
#[inline(always)]
pub fn cosh(v0: f64) -> f64 {
cosh_quick(v0).0
}
#[inline(always)]
pub fn tanh_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v5 = v2 > 0.0f64; let v6 = if v5 { v2 } else { 0.0f64 }; let v7 = v6 < 22.0f64;
let v8 = if v7 { v6 } else { 22.0f64 }; let v9 = v8 + v8; let v11 = v9 * 1.4426950408889634f64;
let v13 = v11 + 6755399441055744.0f64; let v14 = v13.to_bits() as i64; let v17 = v13 + (-6755399441055744.0f64);
let v18 = v14.wrapping_sub(4843621399236968448i64); let v21 = v17 * 0.6931471803691238f64; let v22 = v9 - v21;
let v23 = v17 * 1.9082149292705877e-10f64; let v24 = -v23; let v25 = v22 + v24; let v26 = v25 - v22;
let v27 = v25 - v26; let v28 = v22 - v27; let v29 = v24 - v26; let v30 = v28 + v29; let v31 = v25 * v25;
let v32 = v25 * v25; let v34 = 2.5105419192016337e-8f64 * v32; let v36 = v34 + 2.75572549134867e-6f64;
let v37 = v36 * v32; let v39 = v37 + 0.00019841269875205077f64; let v40 = v39 * v32;
let v42 = v40 + 0.008333333333326025f64; let v43 = v42 * v32; let v45 = v43 + 0.1666666666666667f64;
let v47 = 2.091483135138041e-9f64 * v32; let v49 = v47 + 2.7557273295539724e-7f64; let v50 = v49 * v32;
let v52 = v50 + 2.4801587325822283e-5f64; let v53 = v52 * v32; let v55 = v53 + 0.001388888888888367f64;
let v56 = v55 * v32; let v58 = v56 + 0.04166666666666667f64; let v59 = v58 * v25; let v60 = v45 + v59;
let v61 = v60 * v25; let v63 = v61 + 0.5f64; let v64 = v31 * v63; let v66 = 1.0f64 + v25; let v67 = v66 - 1.0f64;
let v68 = v25 - v67; let v69 = v64 + v30; let v70 = v30 * v25; let v71 = v69 + v70; let v72 = v68 + v71;
let v73 = v66 + v72; let v74 = v73 - v66; let v75 = v72 - v74; let v77 = v18.wrapping_add(2046i64);
let v79 = (v77 as u64 >> 1) as i64; let v80 = v77.wrapping_sub(v79); let v82 = v79 << 52; let v84 = v80 << 52;
let v85 = f64::from_bits(v82 as u64); let v86 = f64::from_bits(v84 as u64); let v87 = v73 * v85; let v88 = v87 * v86;
let v90 = v18.wrapping_add(2046i64); let v92 = (v90 as u64 >> 1) as i64; let v93 = v90.wrapping_sub(v92);
let v95 = v92 << 52; let v97 = v93 << 52; let v98 = f64::from_bits(v95 as u64); let v99 = f64::from_bits(v97 as u64);
let v100 = v75 * v98; let v101 = v100 * v99; let v103 = v88 + 1.0f64; let v104 = v103 - v88; let v105 = 1.0f64 - v104;
let v106 = v105 + v101; let v109 = 2.0f64 / v103; let v110 = v109 * v103; let v111 = -v110;
let v112 = v109.mul_add(v103, v111); let v113 = 2.0f64 - v110; let v114 = v113 - v112; let v115 = v114 + 0.0f64;
let v116 = v109 * v106; let v117 = v115 - v116; let v118 = v117 / v103; let v119 = v109 + v118;
let v120 = v119 - v109; let v121 = v118 - v120; let v122 = -v119; let v123 = 1.0f64 + v122; let v124 = v123 - 1.0f64;
let v125 = v122 - v124; let v126 = v125 - v121; let v127 = v123 + v126; let v128 = v2 * v2; let v129 = v128 * v128;
let v131 = 7.872519584876026e-6f64 * v129; let v133 = v131 + 9.454941758935152e-5f64; let v134 = v133 * v129;
let v136 = v134 + 0.0005899051200674843f64; let v137 = v136 * v129; let v139 = v137 + 0.0035921267673025663f64;
let v140 = v139 * v129; let v142 = v140 + 0.021869488534068168f64; let v143 = v142 * v129;
let v145 = v143 + 0.1333333333333331f64; let v147 = (-3.3718010044053525e-5f64) * v129;
let v149 = v147 + (-0.00023847198564355907f64); let v150 = v149 * v129; let v152 = v150 + (-0.0014558190700396025f64);
let v153 = v152 * v129; let v155 = v153 + (-0.008863235462984688f64); let v156 = v155 * v129;
let v158 = v156 + (-0.05396825396822027f64); let v159 = v158 * v128; let v160 = v145 + v159; let v161 = v160 * v128;
let v163 = v161 + (-0.3333333333333333f64); let v164 = v128 * v163; let v165 = v2 * v164; let v166 = v2 + v165;
let v168 = v2 < 0.55f64; let v169 = if v168 { v166 } else { v127 }; let v170 = v169.copysign(v0); let v171 = v0 != v0;
let v172 = if v171 { v0 } else { v170 }; (v172, false)
}
#[inline(always)]
pub fn tanh(v0: f64) -> f64 {
tanh_quick(v0).0
}
#[inline(always)]
pub fn asinh_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v6 = v2 > 268435456.0f64; let v7 = if v6 { 1.0f64 } else { v2 }; let v8 = v7 * v7;
let v9 = -v8; let v10 = v7.mul_add(v7, v9); let v11 = v8 + 1.0f64; let v12 = v11 - v8; let v13 = v11 - v12;
let v14 = v8 - v13; let v15 = 1.0f64 - v12; let v16 = v14 + v15; let v17 = v10 + 0.0f64; let v18 = v16 + v17;
let v19 = v11 + v18; let v20 = v19 - v11; let v21 = v18 - v20; let v22 = v19.sqrt(); let v23 = v22 * v22;
let v24 = -v23; let v25 = v22.mul_add(v22, v24); let v26 = v19 - v23; let v27 = v26 - v25; let v28 = v27 + v21;
let v29 = v22 + v22; let v30 = v28 / v29; let v31 = v22 + v30; let v32 = v31 - v22; let v33 = v30 - v32;
let v34 = v7 + v31; let v35 = v34 - v7; let v36 = v34 - v35; let v37 = v7 - v36; let v38 = v31 - v35;
let v39 = v37 + v38; let v40 = 0.0f64 + v33; let v41 = v39 + v40; let v42 = v34 + v41; let v43 = v42 - v34;
let v44 = v41 - v43; let v45 = if v6 { v2 } else { v42 }; let v46 = if v6 { 0.0f64 } else { v44 };
let v47 = if v6 { 1.0f64 } else { 0.0f64 }; let v49 = v45 < 2.2250738585072014e-308f64;
let v51 = v45 * 1.8014398509481984e16f64; let v52 = if v49 { v51 } else { v45 }; let v53 = v52.to_bits() as i64;
let v55 = v53.wrapping_sub(4604544271217802189i64); let v57 = v55 >> 52; let v59 = v57 << 52;
let v60 = v53.wrapping_sub(v59); let v61 = f64::from_bits(v60 as u64); let v64 = if v49 { 54i64 } else { 0i64 };
let v65 = v57.wrapping_sub(v64); let v67 = v61 + (-1.0f64); let v69 = v65.min(1022i64);
let v71 = 1023i64.wrapping_sub(v69); let v73 = v71 << 52; let v74 = f64::from_bits(v73 as u64); let v75 = v46 * v74;
let v76 = v67 + v75; let v77 = v76 - v67; let v78 = v76 - v77; let v79 = v67 - v78; let v80 = v75 - v77;
let v81 = v79 + v80; let v82 = v81 * v76; let v83 = v81 - v82; let v85 = v65.wrapping_add(4843621399236968448i64);
let v86 = f64::from_bits(v85 as u64); let v88 = v86 + (-6755399441055744.0f64); let v89 = v88 + v47;
let v90 = v76 * v76; let v92 = v90 * 0.5f64; let v94 = v76 + 2.0f64; let v95 = v76 / v94; let v96 = v95 * v95;
let v97 = v96 * v96; let v99 = 0.1310072138350349f64 * v97; let v101 = v99 + 0.15386290534658992f64;
let v102 = v101 * v97; let v104 = v102 + 0.2222222240054776f64; let v105 = v104 * v97;
let v107 = v105 + 0.4000000000000094f64; let v109 = 0.13267418596474884f64 * v97;
let v111 = v109 + 0.181817947008978f64; let v112 = v111 * v97; let v114 = v112 + 0.2857142857076445f64;
let v115 = v114 * v96; let v116 = v107 + v115; let v117 = v116 * v96; let v119 = v117 + 0.6666666666666666f64;
let v120 = v96 * v119; let v123 = v92 + v120; let v124 = v95 * v123; let v125 = v89 * 1.9082149292705877e-10f64;
let v126 = v125 + v83; let v127 = v124 + v126; let v128 = v92 - v127; let v129 = v128 - v76;
let v130 = v89 * 0.6931471803691238f64; let v131 = v130 - v129; let v132 = v2 * v2; let v133 = v132 * v2;
let v135 = v133 * (-0.16666666666666666f64); let v136 = v2 + v135; let v138 = v2 < 1.4901161193847656e-8f64;
let v139 = if v138 { v136 } else { v131 }; let v141 = v2 == f64::INFINITY;
let v142 = if v141 { f64::INFINITY } else { v139 }; let v143 = v142.copysign(v0); let v144 = v0 != v0;
let v145 = if v144 { v0 } else { v143 }; (v145, false)
}
#[inline(always)]
pub fn asinh(v0: f64) -> f64 {
asinh_quick(v0).0
}
#[inline(always)]
pub fn acosh_quick(v0: f64) -> (f64, bool) {
let v6 = v0 > 268435456.0f64; let v8 = v0 > 1.0f64; let v9 = if v6 { 2.0f64 } else { v0 };
let v10 = if v8 { v9 } else { 2.0f64 }; let v11 = v10 * v10; let v12 = -v11; let v13 = v10.mul_add(v10, v12);
let v15 = v11 + (-1.0f64); let v16 = v15 - v11; let v17 = v15 - v16; let v18 = v11 - v17; let v19 = (-1.0f64) - v16;
let v20 = v18 + v19; let v21 = v13 + 0.0f64; let v22 = v20 + v21; let v23 = v15 + v22; let v24 = v23 - v15;
let v25 = v22 - v24; let v26 = v23.sqrt(); let v27 = v26 * v26; let v28 = -v27; let v29 = v26.mul_add(v26, v28);
let v30 = v23 - v27; let v31 = v30 - v29; let v32 = v31 + v25; let v33 = v26 + v26; let v34 = v32 / v33;
let v35 = v26 + v34; let v36 = v35 - v26; let v37 = v34 - v36; let v38 = v10 + v35; let v39 = v38 - v10;
let v40 = v38 - v39; let v41 = v10 - v40; let v42 = v35 - v39; let v43 = v41 + v42; let v44 = 0.0f64 + v37;
let v45 = v43 + v44; let v46 = v38 + v45; let v47 = v46 - v38; let v48 = v45 - v47;
let v49 = if v6 { v0 } else { v46 }; let v50 = if v6 { 0.0f64 } else { v48 };
let v51 = if v6 { 1.0f64 } else { 0.0f64 }; let v53 = v49 < 2.2250738585072014e-308f64;
let v55 = v49 * 1.8014398509481984e16f64; let v56 = if v53 { v55 } else { v49 }; let v57 = v56.to_bits() as i64;
let v59 = v57.wrapping_sub(4604544271217802189i64); let v61 = v59 >> 52; let v63 = v61 << 52;
let v64 = v57.wrapping_sub(v63); let v65 = f64::from_bits(v64 as u64); let v68 = if v53 { 54i64 } else { 0i64 };
let v69 = v61.wrapping_sub(v68); let v71 = v65 + (-1.0f64); let v73 = v69.min(1022i64);
let v75 = 1023i64.wrapping_sub(v73); let v77 = v75 << 52; let v78 = f64::from_bits(v77 as u64); let v79 = v50 * v78;
let v80 = v71 + v79; let v81 = v80 - v71; let v82 = v80 - v81; let v83 = v71 - v82; let v84 = v79 - v81;
let v85 = v83 + v84; let v86 = v85 * v80; let v87 = v85 - v86; let v89 = v69.wrapping_add(4843621399236968448i64);
let v90 = f64::from_bits(v89 as u64); let v92 = v90 + (-6755399441055744.0f64); let v93 = v92 + v51;
let v94 = v80 * v80; let v96 = v94 * 0.5f64; let v98 = v80 + 2.0f64; let v99 = v80 / v98; let v100 = v99 * v99;
let v101 = v100 * v100; let v103 = 0.1310072138350349f64 * v101; let v105 = v103 + 0.15386290534658992f64;
let v106 = v105 * v101; let v108 = v106 + 0.2222222240054776f64; let v109 = v108 * v101;
let v111 = v109 + 0.4000000000000094f64; let v113 = 0.13267418596474884f64 * v101;
let v115 = v113 + 0.181817947008978f64; let v116 = v115 * v101; let v118 = v116 + 0.2857142857076445f64;
let v119 = v118 * v100; let v120 = v111 + v119; let v121 = v120 * v100; let v123 = v121 + 0.6666666666666666f64;
let v124 = v100 * v123; let v127 = v96 + v124; let v128 = v99 * v127; let v129 = v93 * 1.9082149292705877e-10f64;
let v130 = v129 + v87; let v131 = v128 + v130; let v132 = v96 - v131; let v133 = v132 - v80;
let v134 = v93 * 0.6931471803691238f64; let v135 = v134 - v133; let v137 = v0 == f64::INFINITY;
let v138 = if v137 { f64::INFINITY } else { v135 }; let v140 = v0 == 1.0f64;
let v141 = if v8 { v138 } else { f64::NAN }; let v142 = if v140 { 0.0f64 } else { v141 }; let v143 = v0 != v0;
let v144 = if v143 { v0 } else { v142 }; (v144, false)
}
#[inline(always)]
pub fn acosh(v0: f64) -> f64 {
acosh_quick(v0).0
}
#[inline(always)]
pub fn atanh_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v6 = v2 < 1.0f64; let v7 = if v6 { v2 } else { 0.5f64 }; let v8 = 1.0f64 + v7;
let v9 = v8 - 1.0f64; let v10 = v7 - v9; let v11 = -v7; let v12 = 1.0f64 + v11; let v13 = v12 - 1.0f64;
let v14 = v11 - v13; let v15 = v8 / v12; let v16 = v15 * v12; let v17 = -v16; let v18 = v15.mul_add(v12, v17);
let v19 = v8 - v16; let v20 = v19 - v18; let v21 = v20 + v10; let v22 = v15 * v14; let v23 = v21 - v22;
let v24 = v23 / v12; let v25 = v15 + v24; let v26 = v25 - v15; let v27 = v24 - v26;
let v29 = v25 < 2.2250738585072014e-308f64; let v31 = v25 * 1.8014398509481984e16f64;
let v32 = if v29 { v31 } else { v25 }; let v33 = v32.to_bits() as i64;
let v35 = v33.wrapping_sub(4604544271217802189i64); let v37 = v35 >> 52; let v39 = v37 << 52;
let v40 = v33.wrapping_sub(v39); let v41 = f64::from_bits(v40 as u64); let v44 = if v29 { 54i64 } else { 0i64 };
let v45 = v37.wrapping_sub(v44); let v47 = v41 + (-1.0f64); let v49 = v45.min(1022i64);
let v51 = 1023i64.wrapping_sub(v49); let v53 = v51 << 52; let v54 = f64::from_bits(v53 as u64); let v55 = v27 * v54;
let v56 = v47 + v55; let v57 = v56 - v47; let v58 = v56 - v57; let v59 = v47 - v58; let v60 = v55 - v57;
let v61 = v59 + v60; let v62 = v61 * v56; let v63 = v61 - v62; let v65 = v45.wrapping_add(4843621399236968448i64);
let v66 = f64::from_bits(v65 as u64); let v68 = v66 + (-6755399441055744.0f64); let v69 = v56 * v56;
let v71 = v69 * 0.5f64; let v73 = v56 + 2.0f64; let v74 = v56 / v73; let v75 = v74 * v74; let v76 = v75 * v75;
let v78 = 0.1310072138350349f64 * v76; let v80 = v78 + 0.15386290534658992f64; let v81 = v80 * v76;
let v83 = v81 + 0.2222222240054776f64; let v84 = v83 * v76; let v86 = v84 + 0.4000000000000094f64;
let v88 = 0.13267418596474884f64 * v76; let v90 = v88 + 0.181817947008978f64; let v91 = v90 * v76;
let v93 = v91 + 0.2857142857076445f64; let v94 = v93 * v75; let v95 = v86 + v94; let v96 = v95 * v75;
let v98 = v96 + 0.6666666666666666f64; let v99 = v75 * v98; let v102 = v71 + v99; let v103 = v74 * v102;
let v104 = v68 * 1.9082149292705877e-10f64; let v105 = v104 + v63; let v106 = v103 + v105; let v107 = v71 - v106;
let v108 = v107 - v56; let v109 = v68 * 0.6931471803691238f64; let v110 = v109 - v108; let v112 = v110 * 0.5f64;
let v113 = v2 * v2; let v114 = v113 * v2; let v116 = v114 * 0.3333333333333333f64; let v117 = v2 + v116;
let v119 = v2 < 1.4901161193847656e-8f64; let v120 = if v119 { v117 } else { v112 }; let v123 = v2 == 1.0f64;
let v124 = if v123 { f64::INFINITY } else { f64::NAN }; let v125 = if v6 { v120 } else { v124 };
let v126 = v125.copysign(v0); let v127 = v0 != v0; let v128 = if v127 { v0 } else { v126 }; (v128, false)
}
#[inline(always)]
pub fn atanh(v0: f64) -> f64 {
atanh_quick(v0).0
}
#[inline(always)]
pub fn erf_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v5 = v2 > 0.0f64; let v6 = if v5 { v2 } else { 0.0f64 }; let v7 = v6 < 6.0f64;
let v8 = if v7 { v6 } else { 6.0f64 }; let v10 = v8 + (-4.0f64); let v12 = v8 + 4.0f64; let v13 = v10 / v12;
let v14 = v13 * v13; let v16 = 2.9111659955327447e-10f64 * v14; let v18 = v16 + 1.6868082625932292e-9f64;
let v19 = v18 * v14; let v21 = v19 + (-1.9106294487779176e-8f64); let v22 = v21 * v14;
let v24 = v22 + 7.703495881102781e-8f64; let v25 = v24 * v14; let v27 = v25 + 2.916445562939141e-7f64;
let v28 = v27 * v14; let v30 = v28 + (-1.1220902504340601e-5f64); let v31 = v30 * v14;
let v33 = v31 + 0.00015062131217624512f64; let v34 = v33 * v14; let v36 = v34 + (-0.0007577732147971718f64);
let v37 = v36 * v14; let v39 = v37 + (-0.016197734067039865f64); let v40 = v39 * v14;
let v42 = v40 + (-0.06633036581154421f64); let v43 = v42 * v14; let v45 = v43 + (-0.10103906603632955f64);
let v46 = v45 * v14; let v48 = v46 + 0.015379652102620111f64; let v50 = 2.1031095817570338e-9f64 * v14;
let v52 = v50 + (-1.660879467182853e-8f64); let v53 = v52 * v14; let v55 = v53 + 1.1328048304274549e-7f64;
let v56 = v55 * v14; let v58 = v56 + (-8.277591913537945e-7f64); let v59 = v58 * v14;
let v61 = v59 + 5.710769473216913e-6f64; let v62 = v61 * v14; let v64 = v62 + (-2.4399505458525544e-5f64);
let v65 = v64 * v14; let v67 = v65 + (-0.00019925664291065565f64); let v68 = v67 * v14;
let v70 = v68 + 0.005031969972225688f64; let v71 = v70 * v14; let v73 = v71 + 0.03716751553787908f64;
let v74 = v73 * v14; let v76 = v74 + 0.09373283499833329f64; let v77 = v76 * v14;
let v79 = v77 + 0.06809705425469303f64; let v80 = v79 * v13; let v81 = v48 + v80; let v82 = v81 * v13;
let v84 = v82 + (-0.13962111684056253f64); let v85 = v84 * v13; let v87 = v8 + v8; let v89 = v87 + 1.0f64;
let v90 = v89 - v87; let v91 = v89 - v90; let v92 = v87 - v91; let v93 = 1.0f64 - v90; let v94 = v92 + v93;
let v95 = 1.2329951186255526f64 + v85; let v96 = v95 / v89; let v97 = v8 * v8; let v98 = -v97;
let v100 = v98 * 1.4426950408889634f64; let v102 = v100 + 6755399441055744.0f64; let v103 = v102.to_bits() as i64;
let v106 = v102 + (-6755399441055744.0f64); let v107 = v103.wrapping_sub(4843621399236968448i64);
let v110 = v106 * 0.6931471803691238f64; let v111 = v98 - v110; let v112 = v106 * 1.9082149292705877e-10f64;
let v113 = v111 - v112; let v114 = v113 * v113; let v115 = v113 * v113; let v117 = 2.5105419192016337e-8f64 * v115;
let v119 = v117 + 2.75572549134867e-6f64; let v120 = v119 * v115; let v122 = v120 + 0.00019841269875205077f64;
let v123 = v122 * v115; let v125 = v123 + 0.008333333333326025f64; let v126 = v125 * v115;
let v128 = v126 + 0.1666666666666667f64; let v130 = 2.091483135138041e-9f64 * v115;
let v132 = v130 + 2.7557273295539724e-7f64; let v133 = v132 * v115; let v135 = v133 + 2.4801587325822283e-5f64;
let v136 = v135 * v115; let v138 = v136 + 0.001388888888888367f64; let v139 = v138 * v115;
let v141 = v139 + 0.04166666666666667f64; let v142 = v141 * v113; let v143 = v128 + v142; let v144 = v143 * v113;
let v146 = v144 + 0.5f64; let v147 = v114 * v146; let v148 = v113 + v147; let v150 = v148 + 1.0f64;
let v152 = v107.wrapping_add(1023i64); let v154 = v152 << 52; let v155 = f64::from_bits(v154 as u64);
let v156 = v150 * v155; let v157 = v96 * v156; let v159 = 1.0f64 - v157; let v160 = v2 * v2; let v161 = v160 * v160;
let v163 = (-1.1371291831047954e-9f64) * v161; let v165 = v163 + (-1.6350256278696497e-7f64); let v166 = v165 * v161;
let v168 = v166 + (-1.4925594957596026e-5f64); let v169 = v168 * v161; let v171 = v169 + (-0.0008548326980509413f64);
let v172 = v171 * v161; let v174 = v172 + (-0.02686617064507627f64); let v175 = v174 * v161;
let v177 = v175 + (-0.3761263890318375f64); let v179 = 5.954471583153482e-11f64 * v161;
let v181 = v179 + 1.4659383821340068e-8f64; let v182 = v181 * v161; let v184 = v182 + 1.6460995338195411e-6f64;
let v185 = v184 * v161; let v187 = v185 + 0.00012055331099279798f64; let v188 = v187 * v161;
let v190 = v188 + 0.005223977624812638f64; let v191 = v190 * v161; let v193 = v191 + 0.11283791670954876f64;
let v194 = v193 * v160; let v195 = v177 + v194; let v196 = v195 * v160; let v198 = v196 + 0.1283791670955126f64;
let v199 = v2 * v198; let v200 = v2 + v199; let v202 = v2 < 1.0f64; let v203 = if v202 { v200 } else { v159 };
let v204 = v203.copysign(v0); let v205 = v0 != v0; let v206 = if v205 { v0 } else { v204 }; (v206, false)
}
#[inline(always)]
pub fn erf(v0: f64) -> f64 {
erf_quick(v0).0
}
#[inline(always)]
pub fn erfc_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v5 = v2 > 0.0f64; let v6 = if v5 { v2 } else { 0.0f64 }; let v7 = v6 < 28.0f64;
let v8 = if v7 { v6 } else { 28.0f64 }; let v10 = v8 + (-4.0f64); let v12 = v8 + 4.0f64; let v13 = v10 / v12;
let v14 = v13 * v13; let v16 = 2.9111659955327447e-10f64 * v14; let v18 = v16 + 1.6868082625932292e-9f64;
let v19 = v18 * v14; let v21 = v19 + (-1.9106294487779176e-8f64); let v22 = v21 * v14;
let v24 = v22 + 7.703495881102781e-8f64; let v25 = v24 * v14; let v27 = v25 + 2.916445562939141e-7f64;
let v28 = v27 * v14; let v30 = v28 + (-1.1220902504340601e-5f64); let v31 = v30 * v14;
let v33 = v31 + 0.00015062131217624512f64; let v34 = v33 * v14; let v36 = v34 + (-0.0007577732147971718f64);
let v37 = v36 * v14; let v39 = v37 + (-0.016197734067039865f64); let v40 = v39 * v14;
let v42 = v40 + (-0.06633036581154421f64); let v43 = v42 * v14; let v45 = v43 + (-0.10103906603632955f64);
let v46 = v45 * v14; let v48 = v46 + 0.015379652102620111f64; let v50 = 2.1031095817570338e-9f64 * v14;
let v52 = v50 + (-1.660879467182853e-8f64); let v53 = v52 * v14; let v55 = v53 + 1.1328048304274549e-7f64;
let v56 = v55 * v14; let v58 = v56 + (-8.277591913537945e-7f64); let v59 = v58 * v14;
let v61 = v59 + 5.710769473216913e-6f64; let v62 = v61 * v14; let v64 = v62 + (-2.4399505458525544e-5f64);
let v65 = v64 * v14; let v67 = v65 + (-0.00019925664291065565f64); let v68 = v67 * v14;
let v70 = v68 + 0.005031969972225688f64; let v71 = v70 * v14; let v73 = v71 + 0.03716751553787908f64;
let v74 = v73 * v14; let v76 = v74 + 0.09373283499833329f64; let v77 = v76 * v14;
let v79 = v77 + 0.06809705425469303f64; let v80 = v79 * v13; let v81 = v48 + v80; let v82 = v81 * v13;
let v84 = v82 + (-0.13962111684056253f64); let v85 = v84 * v13; let v87 = v8 + v8; let v89 = v87 + 1.0f64;
let v90 = v89 - v87; let v91 = v89 - v90; let v92 = v87 - v91; let v93 = 1.0f64 - v90; let v94 = v92 + v93;
let v95 = 1.2329951186255526f64 + v85; let v96 = v95 - 1.2329951186255526f64; let v97 = v85 - v96;
let v99 = 1.0f64 / v89; let v100 = v95 * v99; let v101 = v100 * v89; let v102 = -v101;
let v103 = v100.mul_add(v89, v102); let v104 = v95 - v101; let v105 = v104 - v103; let v106 = v105 + v97;
let v107 = v100 * v94; let v108 = v106 - v107; let v109 = v108 * v99; let v110 = v8 * v8; let v111 = -v110;
let v112 = v8.mul_add(v8, v111); let v113 = -v110; let v114 = -v112; let v116 = v113 * 1.4426950408889634f64;
let v118 = v116 + 6755399441055744.0f64; let v119 = v118.to_bits() as i64; let v122 = v118 + (-6755399441055744.0f64);
let v123 = v119.wrapping_sub(4843621399236968448i64); let v126 = v122 * 0.6931471803691238f64; let v127 = v113 - v126;
let v128 = v122 * 1.9082149292705877e-10f64; let v129 = -v128; let v130 = v127 + v129; let v131 = v130 - v127;
let v132 = v130 - v131; let v133 = v127 - v132; let v134 = v129 - v131; let v135 = v133 + v134;
let v136 = v135 + v114; let v137 = v130 + v136; let v138 = v137 - v130; let v139 = v137 - v138;
let v140 = v130 - v139; let v141 = v136 - v138; let v142 = v140 + v141; let v143 = v137 * v137;
let v144 = v137 * v137; let v146 = 2.5105419192016337e-8f64 * v144; let v148 = v146 + 2.75572549134867e-6f64;
let v149 = v148 * v144; let v151 = v149 + 0.00019841269875205077f64; let v152 = v151 * v144;
let v154 = v152 + 0.008333333333326025f64; let v155 = v154 * v144; let v157 = v155 + 0.1666666666666667f64;
let v159 = 2.091483135138041e-9f64 * v144; let v161 = v159 + 2.7557273295539724e-7f64; let v162 = v161 * v144;
let v164 = v162 + 2.4801587325822283e-5f64; let v165 = v164 * v144; let v167 = v165 + 0.001388888888888367f64;
let v168 = v167 * v144; let v170 = v168 + 0.04166666666666667f64; let v171 = v170 * v137; let v172 = v157 + v171;
let v173 = v172 * v137; let v175 = v173 + 0.5f64; let v176 = v143 * v175; let v178 = 1.0f64 + v137;
let v179 = v178 - 1.0f64; let v180 = v137 - v179; let v181 = v176 + v142; let v182 = v142 * v137;
let v183 = v181 + v182; let v184 = v180 + v183; let v185 = v178 + v184; let v186 = v185 - v178;
let v187 = v184 - v186; let v188 = v100 * v185; let v189 = -v188; let v190 = v100.mul_add(v185, v189);
let v191 = v100 * v187; let v192 = v109 * v185; let v193 = v191 + v192; let v194 = v190 + v193;
let v195 = v188 + v194; let v196 = v195 - v188; let v197 = v194 - v196; let v198 = v195 + v197;
let v200 = v123.wrapping_add(2046i64); let v202 = (v200 as u64 >> 1) as i64; let v203 = v200.wrapping_sub(v202);
let v205 = v202 << 52; let v207 = v203 << 52; let v208 = f64::from_bits(v205 as u64);
let v209 = f64::from_bits(v207 as u64); let v210 = v198 * v208; let v211 = v210 * v209; let v213 = 2.0f64 - v211;
let v215 = v0 < 0.0f64; let v216 = if v215 { v213 } else { v211 }; let v217 = v2 * v2; let v218 = v217 * v217;
let v220 = (-1.1371291831047954e-9f64) * v218; let v222 = v220 + (-1.6350256278696497e-7f64); let v223 = v222 * v218;
let v225 = v223 + (-1.4925594957596026e-5f64); let v226 = v225 * v218; let v228 = v226 + (-0.0008548326980509413f64);
let v229 = v228 * v218; let v231 = v229 + (-0.02686617064507627f64); let v232 = v231 * v218;
let v234 = v232 + (-0.3761263890318375f64); let v236 = 5.954471583153482e-11f64 * v218;
let v238 = v236 + 1.4659383821340068e-8f64; let v239 = v238 * v218; let v241 = v239 + 1.6460995338195411e-6f64;
let v242 = v241 * v218; let v244 = v242 + 0.00012055331099279798f64; let v245 = v244 * v218;
let v247 = v245 + 0.005223977624812638f64; let v248 = v247 * v218; let v250 = v248 + 0.11283791670954876f64;
let v251 = v250 * v217; let v252 = v234 + v251; let v253 = v252 * v217; let v255 = v253 + 0.1283791670955126f64;
let v256 = v2 * v255; let v257 = v256.copysign(v0); let v259 = -v0; let v260 = 1.0f64 + v259;
let v261 = v260 - 1.0f64; let v262 = v259 - v261; let v263 = v262 - v257; let v264 = v260 + v263;
let v266 = v2 < 0.5f64; let v267 = if v266 { v264 } else { v216 }; let v268 = v0 != v0;
let v269 = if v268 { v0 } else { v267 }; (v269, false)
}
#[inline(always)]
pub fn erfc(v0: f64) -> f64 {
erfc_quick(v0).0
}
#[inline(always)]
pub fn hypot_quick(v0: f64, v1: f64) -> (f64, bool) {
let v3 = v0.abs(); let v4 = v1.abs(); let v5 = v4 > v3; let v6 = if v5 { v4 } else { v3 };
let v7 = if v5 { v3 } else { v4 }; let v9 = v6 > 3.273390607896142e150f64; let v11 = v6 < 3.8725919148493183e-121f64;
let v15 = if v9 { 2.409919865102884e-181f64 } else { 1.0f64 };
let v16 = if v11 { 4.149515568880993e180f64 } else { v15 };
let v17 = if v9 { 4.149515568880993e180f64 } else { 1.0f64 };
let v18 = if v11 { 2.409919865102884e-181f64 } else { v17 }; let v19 = v6 * v16; let v20 = v7 * v16;
let v21 = v19 * v19; let v22 = -v21; let v23 = v19.mul_add(v19, v22); let v24 = v20 * v20; let v26 = v21 + v24;
let v27 = v26 - v21; let v28 = v26 - v27; let v29 = v21 - v28; let v30 = v24 - v27; let v31 = v29 + v30;
let v32 = v23 + 0.0f64; let v33 = v31 + v32; let v34 = v26 + v33; let v35 = v34 - v26; let v36 = v33 - v35;
let v37 = v34 == 0.0f64; let v38 = if v37 { 1.0f64 } else { v34 }; let v39 = v38.sqrt(); let v40 = v39 * v39;
let v41 = -v40; let v42 = v39.mul_add(v39, v41); let v43 = v38 - v40; let v44 = v43 - v42; let v45 = v44 + v36;
let v46 = v39 + v39; let v47 = v45 / v46; let v48 = v39 + v47; let v49 = v48 - v39; let v50 = v47 - v49;
let v51 = v48 + v50; let v52 = if v37 { 0.0f64 } else { v51 }; let v53 = v52 * v18; let v54 = v0 != v0;
let v55 = if v54 { v0 } else { v53 }; let v56 = v1 != v1; let v57 = if v56 { v1 } else { v55 };
let v59 = v3 == f64::INFINITY; let v60 = v4 == f64::INFINITY; let v61 = v59 | v60;
let v62 = if v61 { f64::INFINITY } else { v57 }; (v62, false)
}
#[inline(always)]
pub fn hypot(v0: f64, v1: f64) -> f64 {
hypot_quick(v0, v1).0
}
#[inline(always)]
pub fn cbrt_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v4 = v2 < 1.1830521861667747e-271f64; let v6 = v2 * 3.2451855365842673e32f64;
let v8 = if v4 { v6 } else { v2 }; let v10 = v2 > 1.0715086071862673e301f64; let v12 = v2 * 5.551115123125783e-17f64;
let v13 = if v10 { v12 } else { v8 }; let v15 = v13 > 0.0f64; let v17 = v2 < f64::INFINITY;
let v18 = if v15 { v13 } else { 1.0f64 }; let v19 = if v17 { v18 } else { 1.0f64 }; let v20 = v19.to_bits() as i64;
let v22 = v20 / 3i64; let v24 = v22.wrapping_add(3071306043645493248i64); let v25 = f64::from_bits(v24 as u64);
let v26 = v19 + v19; let v27 = v25 * v25; let v28 = v27 * v25; let v29 = v28 + v26; let v30 = v28 + v28;
let v31 = v30 + v19; let v32 = v29 / v31; let v33 = v25 * v32; let v34 = v33 * v33; let v35 = v34 * v33;
let v36 = v35 + v26; let v37 = v35 + v35; let v38 = v37 + v19; let v39 = v36 / v38; let v40 = v33 * v39;
let v41 = v40 * v40; let v42 = v41 * v40; let v43 = v42 + v26; let v44 = v42 + v42; let v45 = v44 + v19;
let v46 = v43 / v45; let v47 = v40 * v46; let v48 = v47 * v47; let v49 = -v48; let v50 = v47.mul_add(v47, v49);
let v51 = v48 * v47; let v52 = -v51; let v53 = v48.mul_add(v47, v52); let v54 = v50 * v47; let v55 = v53 + v54;
let v56 = v51 + v55; let v57 = v56 - v51; let v58 = v55 - v57; let v59 = v56 - v19; let v60 = v59 + v58;
let v62 = v48 * 3.0f64; let v63 = v60 / v62; let v64 = v47 - v63; let v66 = v64 * 1.4551915228366852e-11f64;
let v68 = v64 * 262144.0f64; let v69 = if v4 { v66 } else { v64 }; let v70 = if v10 { v68 } else { v69 };
let v71 = if v17 { v70 } else { f64::INFINITY }; let v73 = v2 == 0.0f64; let v74 = if v73 { 0.0f64 } else { v71 };
let v75 = v74.copysign(v0); let v76 = v0 != v0; let v77 = if v76 { v0 } else { v75 }; (v77, false)
}
#[inline(always)]
pub fn cbrt(v0: f64) -> f64 {
cbrt_quick(v0).0
}

//! Elementary functions of f64, as the pass `math-expand` gives them (written by the test host_math of the
//! IR; not to be changed by hand).

#[inline(always)]
pub fn exp_quick(v0: f64) -> (f64, bool) {
let v4 = v0 > (-746.0f64); let v5 = if v4 { v0 } else { (-746.0f64) }; let v6 = v5 < 710.0f64;
let v7 = if v6 { v5 } else { 710.0f64 }; let v9 = v7 * 1.4426950408889634f64; let v11 = v9 + 6755399441055744.0f64;
let v12 = v11.to_bits() as i64; let v15 = v11 + (-6755399441055744.0f64);
let v16 = v12.wrapping_sub(4843621399236968448i64); let v19 = v15 * 0.6931471803691238f64; let v20 = v7 - v19;
let v21 = v15 * 1.9082149292705877e-10f64; let v22 = -v21; let v23 = v20 + v22; let v24 = v23 - v20;
let v25 = v23 - v24; let v26 = v20 - v25; let v27 = v22 - v24; let v28 = v26 + v27; let v29 = v23 * v23;
let v30 = v23 * v23; let v32 = 2.5105419192016337e-8f64 * v30; let v34 = v32 + 2.75572549134867e-6f64;
let v35 = v34 * v30; let v37 = v35 + 0.00019841269875205077f64; let v38 = v37 * v30;
let v40 = v38 + 0.008333333333326025f64; let v41 = v40 * v30; let v43 = v41 + 0.1666666666666667f64;
let v45 = 2.091483135138041e-9f64 * v30; let v47 = v45 + 2.7557273295539724e-7f64; let v48 = v47 * v30;
let v50 = v48 + 2.4801587325822283e-5f64; let v51 = v50 * v30; let v53 = v51 + 0.001388888888888367f64;
let v54 = v53 * v30; let v56 = v54 + 0.04166666666666667f64; let v57 = v56 * v23; let v58 = v43 + v57;
let v59 = v58 * v23; let v61 = v59 + 0.5f64; let v62 = v29 * v61; let v64 = 1.0f64 + v23; let v65 = v64 - 1.0f64;
let v66 = v23 - v65; let v67 = v62 + v28; let v68 = v28 * v23; let v69 = v67 + v68; let v70 = v66 + v69;
let v71 = v64 + v70; let v72 = v71 - v64; let v73 = v70 - v72; let v75 = v16 >> 1; let v76 = v16.wrapping_sub(v75);
let v78 = v75.wrapping_add(1023i64); let v80 = v78 << 52; let v81 = f64::from_bits(v80 as u64);
let v83 = v76.wrapping_add(1023i64); let v85 = v83 << 52; let v86 = f64::from_bits(v85 as u64); let v87 = v71 * v81;
let v88 = v87 * v86; let v89 = v0 != v0; let v90 = if v89 { v0 } else { v88 }; (v90, false)
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
let v18 = 0.6931471805599453f64 * v15; let v19 = -v18; let v20 = 0.6931471805599453f64.mul_add(v15, v19);
let v21 = 2.3190468138462996e-17f64 * v15; let v22 = v20 + v21; let v23 = v18 + v22; let v24 = v23 - v18;
let v25 = v22 - v24; let v26 = v23 * v23; let v27 = v23 * v23; let v29 = 2.5105419192016337e-8f64 * v27;
let v31 = v29 + 2.75572549134867e-6f64; let v32 = v31 * v27; let v34 = v32 + 0.00019841269875205077f64;
let v35 = v34 * v27; let v37 = v35 + 0.008333333333326025f64; let v38 = v37 * v27;
let v40 = v38 + 0.1666666666666667f64; let v42 = 2.091483135138041e-9f64 * v27;
let v44 = v42 + 2.7557273295539724e-7f64; let v45 = v44 * v27; let v47 = v45 + 2.4801587325822283e-5f64;
let v48 = v47 * v27; let v50 = v48 + 0.001388888888888367f64; let v51 = v50 * v27;
let v53 = v51 + 0.04166666666666667f64; let v54 = v53 * v23; let v55 = v40 + v54; let v56 = v55 * v23;
let v58 = v56 + 0.5f64; let v59 = v26 * v58; let v61 = 1.0f64 + v23; let v62 = v61 - 1.0f64; let v63 = v23 - v62;
let v64 = v59 + v25; let v65 = v25 * v23; let v66 = v64 + v65; let v67 = v63 + v66; let v68 = v61 + v67;
let v69 = v68 - v61; let v70 = v67 - v69; let v72 = v14 >> 1; let v73 = v14.wrapping_sub(v72);
let v75 = v72.wrapping_add(1023i64); let v77 = v75 << 52; let v78 = f64::from_bits(v77 as u64);
let v80 = v73.wrapping_add(1023i64); let v82 = v80 << 52; let v83 = f64::from_bits(v82 as u64); let v84 = v68 * v78;
let v85 = v84 * v83; let v86 = v0 != v0; let v87 = if v86 { v0 } else { v85 }; (v87, false)
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
let v22 = v21 * v21; let v24 = v22 * 0.5f64; let v26 = v21 + 2.0f64; let v27 = v21 / v26; let v28 = v27 * v27;
let v29 = v28 * v28; let v31 = 0.1310072138350349f64 * v29; let v33 = v31 + 0.15386290534658992f64;
let v34 = v33 * v29; let v36 = v34 + 0.2222222240054776f64; let v37 = v36 * v29;
let v39 = v37 + 0.4000000000000094f64; let v41 = 0.13267418596474884f64 * v29; let v43 = v41 + 0.181817947008978f64;
let v44 = v43 * v29; let v46 = v44 + 0.2857142857076445f64; let v47 = v46 * v28; let v48 = v39 + v47;
let v49 = v48 * v28; let v51 = v49 + 0.6666666666666666f64; let v52 = v28 * v51;
let v54 = v19.wrapping_add(4843621399236968448i64); let v55 = f64::from_bits(v54 as u64);
let v57 = v55 + (-6755399441055744.0f64); let v60 = v24 + v52; let v61 = v27 * v60;
let v62 = v57 * 1.9082149292705877e-10f64; let v63 = v61 + v62; let v64 = v24 - v63; let v65 = v64 - v21;
let v66 = v57 * 0.6931471803691238f64; let v67 = v66 - v65; let v72 = v0 == 0.0f64; let v73 = v0 < 0.0f64;
let v74 = v0 == f64::INFINITY; let v75 = if v74 { f64::INFINITY } else { v67 };
let v76 = if v73 { f64::NAN } else { v75 }; let v77 = if v72 { -f64::INFINITY } else { v76 }; let v78 = v0 != v0;
let v79 = if v78 { v0 } else { v77 }; (v79, false)
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
let v24 = v16.wrapping_sub(v23); let v26 = v20 + (-1.0f64); let v29 = 2.0f64 + v26; let v30 = v29 - 2.0f64;
let v31 = v26 - v30; let v32 = v31 + 0.0f64; let v33 = v26 / v29; let v34 = v33 * v29; let v35 = -v34;
let v36 = v33.mul_add(v29, v35); let v37 = v26 - v34; let v38 = v37 - v36; let v39 = v38 + 0.0f64;
let v40 = v33 * v32; let v41 = v39 - v40; let v42 = v41 / v29; let v43 = v33 + v42; let v44 = v43 - v33;
let v45 = v42 - v44; let v46 = v43 * v43; let v47 = -v46; let v48 = v43.mul_add(v43, v47); let v49 = v43 * v45;
let v50 = v45 * v43; let v51 = v49 + v50; let v52 = v48 + v51; let v53 = v46 + v52; let v54 = v53 - v46;
let v55 = v52 - v54; let v56 = v53 * v53; let v58 = 0.10628696830810742f64 * v56;
let v60 = v58 + 0.11766091950174559f64; let v61 = v60 * v56; let v63 = v61 + 0.15384615532189713f64;
let v64 = v63 * v56; let v66 = v64 + 0.22222222222223f64; let v68 = 0.10471785182759037f64 * v56;
let v70 = v68 + 0.13333313902684013f64; let v71 = v70 * v56; let v73 = v71 + 0.18181818181268566f64;
let v74 = v73 * v53; let v75 = v66 + v74; let v76 = v75 * v53; let v78 = v76 + 0.2857142857142857f64;
let v79 = v53 * v78; let v82 = 0.4f64 + v79; let v83 = v82 - 0.4f64; let v84 = v79 - v83;
let v85 = v84 + (-2.2204460492503132e-17f64); let v86 = v53 * v82; let v87 = -v86; let v88 = v53.mul_add(v82, v87);
let v89 = v53 * v85; let v90 = v55 * v82; let v91 = v89 + v90; let v92 = v88 + v91; let v93 = v86 + v92;
let v94 = v93 - v86; let v95 = v92 - v94; let v98 = 0.6666666666666666f64 + v93;
let v99 = v98 - 0.6666666666666666f64; let v100 = v98 - v99; let v101 = 0.6666666666666666f64 - v100;
let v102 = v93 - v99; let v103 = v101 + v102; let v104 = 3.700743415417188e-17f64 + v95; let v105 = v103 + v104;
let v106 = v98 + v105; let v107 = v106 - v98; let v108 = v105 - v107; let v109 = v53 * v106; let v110 = -v109;
let v111 = v53.mul_add(v106, v110); let v112 = v53 * v108; let v113 = v55 * v106; let v114 = v112 + v113;
let v115 = v111 + v114; let v116 = v109 + v115; let v117 = v116 - v109; let v118 = v115 - v117; let v119 = v43 * v116;
let v120 = -v119; let v121 = v43.mul_add(v116, v120); let v122 = v43 * v118; let v123 = v45 * v116;
let v124 = v122 + v123; let v125 = v121 + v124; let v126 = v119 + v125; let v127 = v126 - v119;
let v128 = v125 - v127; let v129 = v43 + v43; let v130 = v45 + v45; let v131 = v129 + v126; let v132 = v131 - v129;
let v133 = v131 - v132; let v134 = v129 - v133; let v135 = v126 - v132; let v136 = v134 + v135;
let v137 = v130 + v128; let v138 = v136 + v137; let v139 = v131 + v138; let v140 = v139 - v131;
let v141 = v138 - v140; let v143 = v24.wrapping_add(4843621399236968448i64); let v144 = f64::from_bits(v143 as u64);
let v146 = v144 + (-6755399441055744.0f64); let v149 = v139 * 1.4426950408889634f64; let v150 = -v149;
let v151 = v139.mul_add(1.4426950408889634f64, v150); let v152 = v139 * 2.0355273740931033e-17f64;
let v153 = v141 * 1.4426950408889634f64; let v154 = v152 + v153; let v155 = v151 + v154; let v156 = v149 + v155;
let v157 = v156 - v149; let v158 = v155 - v157; let v159 = v146 + v156; let v160 = v159 - v146;
let v161 = v159 - v160; let v162 = v146 - v161; let v163 = v156 - v160; let v164 = v162 + v163;
let v165 = v164 + v158; let v166 = v159 + v165; let v167 = v166 - v159; let v168 = v165 - v167;
let v171 = v1 > (-1.1805916207174113e21f64); let v172 = if v171 { v1 } else { (-1.1805916207174113e21f64) };
let v173 = v172 < 1.1805916207174113e21f64; let v174 = if v173 { v172 } else { 1.1805916207174113e21f64 };
let v175 = v166 * v174; let v176 = -v175; let v177 = v166.mul_add(v174, v176); let v178 = v168 * v174;
let v179 = v177 + v178; let v180 = v175 + v179; let v181 = v180 - v175; let v182 = v179 - v181;
let v185 = v180 > (-1100.0f64); let v186 = if v185 { v180 } else { (-1100.0f64) }; let v187 = v186 < 1040.0f64;
let v188 = if v187 { v186 } else { 1040.0f64 }; let v189 = v188 == v180; let v190 = if v189 { v182 } else { 0.0f64 };
let v192 = v188 + 6755399441055744.0f64; let v193 = v192.to_bits() as i64; let v196 = v192 + (-6755399441055744.0f64);
let v197 = v193.wrapping_sub(4843621399236968448i64); let v198 = v188 - v196; let v199 = v198 + v190;
let v200 = v199 - v198; let v201 = v199 - v200; let v202 = v198 - v201; let v203 = v190 - v200;
let v204 = v202 + v203; let v207 = v199 * 0.6931471805599453f64; let v208 = -v207;
let v209 = v199.mul_add(0.6931471805599453f64, v208); let v210 = v199 * 2.3190468138462996e-17f64;
let v211 = v204 * 0.6931471805599453f64; let v212 = v210 + v211; let v213 = v209 + v212; let v214 = v207 + v213;
let v215 = v214 - v207; let v216 = v213 - v215; let v217 = v214 * v214; let v218 = v214 * v214;
let v220 = 2.5105419192016337e-8f64 * v218; let v222 = v220 + 2.75572549134867e-6f64; let v223 = v222 * v218;
let v225 = v223 + 0.00019841269875205077f64; let v226 = v225 * v218; let v228 = v226 + 0.008333333333326025f64;
let v229 = v228 * v218; let v231 = v229 + 0.1666666666666667f64; let v233 = 2.091483135138041e-9f64 * v218;
let v235 = v233 + 2.7557273295539724e-7f64; let v236 = v235 * v218; let v238 = v236 + 2.4801587325822283e-5f64;
let v239 = v238 * v218; let v241 = v239 + 0.001388888888888367f64; let v242 = v241 * v218;
let v244 = v242 + 0.04166666666666667f64; let v245 = v244 * v214; let v246 = v231 + v245; let v247 = v246 * v214;
let v249 = v247 + 0.5f64; let v250 = v217 * v249; let v252 = 1.0f64 + v214; let v253 = v252 - 1.0f64;
let v254 = v214 - v253; let v255 = v250 + v216; let v256 = v216 * v214; let v257 = v255 + v256;
let v258 = v254 + v257; let v259 = v252 + v258; let v260 = v259 - v252; let v261 = v258 - v260; let v263 = v197 >> 1;
let v264 = v197.wrapping_sub(v263); let v266 = v263.wrapping_add(1023i64); let v268 = v266 << 52;
let v269 = f64::from_bits(v268 as u64); let v271 = v264.wrapping_add(1023i64); let v273 = v271 << 52;
let v274 = f64::from_bits(v273 as u64); let v275 = v259 * v269; let v276 = v275 * v274; let v277 = v1 < 0.0f64;
let v278 = if v277 { f64::INFINITY } else { 0.0f64 }; let v279 = if v277 { 0.0f64 } else { f64::INFINITY };
let v280 = v3 == 0.0f64; let v281 = v3 == f64::INFINITY; let v282 = if v280 { v278 } else { v276 };
let v283 = if v281 { v279 } else { v282 }; let v284 = v1.floor(); let v285 = v284 == v1; let v287 = v1 * 0.5f64;
let v288 = v287.floor(); let v289 = v288 != v287; let v290 = v285 & v289; let v291 = v0.to_bits() as i64;
let v293 = v291 < 0i64; let v294 = v293 & v290; let v295 = -v283; let v296 = if v294 { v295 } else { v283 };
let v297 = v0 < 0.0f64; let v298 = !v285; let v299 = v297 & v298; let v300 = v3 < f64::INFINITY;
let v301 = v299 & v300; let v303 = if v301 { f64::NAN } else { v296 }; let v304 = v0 != v0;
let v305 = if v304 { v0 } else { v303 }; let v306 = v1 != v1; let v307 = if v306 { v1 } else { v305 };
let v308 = v1 == 0.0f64; let v309 = v0 == 1.0f64; let v310 = if v308 { 1.0f64 } else { v307 };
let v311 = if v309 { 1.0f64 } else { v310 }; (v311, false)
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
let v273 = if v270 { 0.0f64 } else { v268 }; let v274 = v272 * v272; let v275 = -v274;
let v276 = v272.mul_add(v272, v275); let v277 = v274 * v274; let v279 = 1.6058529573291737e-10f64 * v277;
let v281 = v279 + 2.7557319219301936e-6f64; let v282 = v281 * v277; let v284 = v282 + 0.008333333333333331f64;
let v286 = (-7.586576648405261e-13f64) * v277; let v288 = v286 + (-2.5052106219528367e-8f64); let v289 = v288 * v277;
let v291 = v289 + (-0.00019841269841265017f64); let v292 = v291 * v274; let v293 = v284 + v292;
let v294 = v293 * v274; let v296 = v294 + (-0.16666666666666666f64); let v297 = v274 * v272; let v298 = v297 * v296;
let v300 = v274 * 0.5f64; let v301 = v300 * v273; let v302 = v273 - v301; let v303 = v298 + v302;
let v304 = v272 + v303; let v305 = v304 - v272; let v306 = v303 - v305; let v307 = v274 * v274;
let v309 = (-1.1382456865840483e-11f64) * v307; let v311 = v309 + (-2.755731726001471e-7f64); let v312 = v311 * v307;
let v314 = v312 + (-0.0013888888888887382f64); let v316 = 2.0876143829213935e-9f64 * v307;
let v318 = v316 + 2.480158729874308e-5f64; let v319 = v318 * v274; let v320 = v314 + v319; let v321 = v320 * v274;
let v323 = v321 + 0.041666666666666664f64; let v324 = v274 * v274; let v325 = v324 * v323; let v327 = -v300;
let v328 = 1.0f64 + v327; let v329 = v328 - 1.0f64; let v330 = v327 - v329; let v331 = v272 * v273;
let v333 = v276 * 0.5f64; let v334 = v325 - v331; let v335 = v334 - v333; let v336 = v330 + v335;
let v337 = v328 + v336; let v338 = v337 - v328; let v339 = v336 - v338; let v341 = v271.wrapping_add(0i64);
let v345 = v341 & 1i64; let v346 = v345 != 0i64; let v347 = if v346 { v337 } else { v304 }; let v348 = v341 & 2i64;
let v350 = v348 << 62; let v351 = v347.to_bits() as i64; let v352 = v351 ^ v350; let v353 = v0.to_bits() as i64;
let v355 = v353 & (-9223372036854775808i64); let v356 = v352 ^ v355; let v357 = f64::from_bits(v356 as u64);
let v360 = v2 < f64::INFINITY; let v361 = if v360 { v357 } else { f64::NAN }; (v361, v6)
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
let v275 = -v274; let v276 = v272.mul_add(v272, v275); let v277 = v274 * v274;
let v279 = 1.6058529573291737e-10f64 * v277; let v281 = v279 + 2.7557319219301936e-6f64; let v282 = v281 * v277;
let v284 = v282 + 0.008333333333333331f64; let v286 = (-7.586576648405261e-13f64) * v277;
let v288 = v286 + (-2.5052106219528367e-8f64); let v289 = v288 * v277; let v291 = v289 + (-0.00019841269841265017f64);
let v292 = v291 * v274; let v293 = v284 + v292; let v294 = v293 * v274; let v296 = v294 + (-0.16666666666666666f64);
let v297 = v274 * v272; let v298 = v297 * v296; let v300 = v274 * 0.5f64; let v301 = v300 * v273;
let v302 = v273 - v301; let v303 = v298 + v302; let v304 = v272 + v303; let v305 = v304 - v272;
let v306 = v303 - v305; let v307 = v274 * v274; let v309 = (-1.1382456865840483e-11f64) * v307;
let v311 = v309 + (-2.755731726001471e-7f64); let v312 = v311 * v307; let v314 = v312 + (-0.0013888888888887382f64);
let v316 = 2.0876143829213935e-9f64 * v307; let v318 = v316 + 2.480158729874308e-5f64; let v319 = v318 * v274;
let v320 = v314 + v319; let v321 = v320 * v274; let v323 = v321 + 0.041666666666666664f64; let v324 = v274 * v274;
let v325 = v324 * v323; let v327 = -v300; let v328 = 1.0f64 + v327; let v329 = v328 - 1.0f64; let v330 = v327 - v329;
let v331 = v272 * v273; let v333 = v276 * 0.5f64; let v334 = v325 - v331; let v335 = v334 - v333;
let v336 = v330 + v335; let v337 = v328 + v336; let v338 = v337 - v328; let v339 = v336 - v338;
let v341 = v271.wrapping_add(0i64); let v345 = v341 & 1i64; let v346 = v345 != 0i64;
let v347 = if v346 { v337 } else { v304 }; let v348 = v341 & 2i64; let v350 = v348 << 62;
let v351 = v347.to_bits() as i64; let v352 = v351 ^ v350; let v353 = v0.to_bits() as i64;
let v355 = v353 & (-9223372036854775808i64); let v356 = v352 ^ v355; let v357 = f64::from_bits(v356 as u64);
let v360 = v2 < f64::INFINITY; let v361 = if v360 { v357 } else { f64::NAN }; v361
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
let v273 = if v270 { 0.0f64 } else { v268 }; let v274 = v272 * v272; let v275 = -v274;
let v276 = v272.mul_add(v272, v275); let v277 = v274 * v274; let v279 = 1.6058529573291737e-10f64 * v277;
let v281 = v279 + 2.7557319219301936e-6f64; let v282 = v281 * v277; let v284 = v282 + 0.008333333333333331f64;
let v286 = (-7.586576648405261e-13f64) * v277; let v288 = v286 + (-2.5052106219528367e-8f64); let v289 = v288 * v277;
let v291 = v289 + (-0.00019841269841265017f64); let v292 = v291 * v274; let v293 = v284 + v292;
let v294 = v293 * v274; let v296 = v294 + (-0.16666666666666666f64); let v297 = v274 * v272; let v298 = v297 * v296;
let v300 = v274 * 0.5f64; let v301 = v300 * v273; let v302 = v273 - v301; let v303 = v298 + v302;
let v304 = v272 + v303; let v305 = v304 - v272; let v306 = v303 - v305; let v307 = v274 * v274;
let v309 = (-1.1382456865840483e-11f64) * v307; let v311 = v309 + (-2.755731726001471e-7f64); let v312 = v311 * v307;
let v314 = v312 + (-0.0013888888888887382f64); let v316 = 2.0876143829213935e-9f64 * v307;
let v318 = v316 + 2.480158729874308e-5f64; let v319 = v318 * v274; let v320 = v314 + v319; let v321 = v320 * v274;
let v323 = v321 + 0.041666666666666664f64; let v324 = v274 * v274; let v325 = v324 * v323; let v327 = -v300;
let v328 = 1.0f64 + v327; let v329 = v328 - 1.0f64; let v330 = v327 - v329; let v331 = v272 * v273;
let v333 = v276 * 0.5f64; let v334 = v325 - v331; let v335 = v334 - v333; let v336 = v330 + v335;
let v337 = v328 + v336; let v338 = v337 - v328; let v339 = v336 - v338; let v341 = v271.wrapping_add(1i64);
let v345 = v341 & 1i64; let v346 = v345 != 0i64; let v347 = if v346 { v337 } else { v304 }; let v348 = v341 & 2i64;
let v350 = v348 << 62; let v351 = v347.to_bits() as i64; let v352 = v351 ^ v350;
let v353 = f64::from_bits(v352 as u64); let v356 = v2 < f64::INFINITY; let v357 = if v356 { v353 } else { f64::NAN };
(v357, v6)
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
let v275 = -v274; let v276 = v272.mul_add(v272, v275); let v277 = v274 * v274;
let v279 = 1.6058529573291737e-10f64 * v277; let v281 = v279 + 2.7557319219301936e-6f64; let v282 = v281 * v277;
let v284 = v282 + 0.008333333333333331f64; let v286 = (-7.586576648405261e-13f64) * v277;
let v288 = v286 + (-2.5052106219528367e-8f64); let v289 = v288 * v277; let v291 = v289 + (-0.00019841269841265017f64);
let v292 = v291 * v274; let v293 = v284 + v292; let v294 = v293 * v274; let v296 = v294 + (-0.16666666666666666f64);
let v297 = v274 * v272; let v298 = v297 * v296; let v300 = v274 * 0.5f64; let v301 = v300 * v273;
let v302 = v273 - v301; let v303 = v298 + v302; let v304 = v272 + v303; let v305 = v304 - v272;
let v306 = v303 - v305; let v307 = v274 * v274; let v309 = (-1.1382456865840483e-11f64) * v307;
let v311 = v309 + (-2.755731726001471e-7f64); let v312 = v311 * v307; let v314 = v312 + (-0.0013888888888887382f64);
let v316 = 2.0876143829213935e-9f64 * v307; let v318 = v316 + 2.480158729874308e-5f64; let v319 = v318 * v274;
let v320 = v314 + v319; let v321 = v320 * v274; let v323 = v321 + 0.041666666666666664f64; let v324 = v274 * v274;
let v325 = v324 * v323; let v327 = -v300; let v328 = 1.0f64 + v327; let v329 = v328 - 1.0f64; let v330 = v327 - v329;
let v331 = v272 * v273; let v333 = v276 * 0.5f64; let v334 = v325 - v331; let v335 = v334 - v333;
let v336 = v330 + v335; let v337 = v328 + v336; let v338 = v337 - v328; let v339 = v336 - v338;
let v341 = v271.wrapping_add(1i64); let v345 = v341 & 1i64; let v346 = v345 != 0i64;
let v347 = if v346 { v337 } else { v304 }; let v348 = v341 & 2i64; let v350 = v348 << 62;
let v351 = v347.to_bits() as i64; let v352 = v351 ^ v350; let v353 = f64::from_bits(v352 as u64);
let v356 = v2 < f64::INFINITY; let v357 = if v356 { v353 } else { f64::NAN }; v357
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
let v273 = if v270 { 0.0f64 } else { v268 }; let v274 = v272 * v272; let v275 = -v274;
let v276 = v272.mul_add(v272, v275); let v277 = v274 * v274; let v279 = 1.6058529573291737e-10f64 * v277;
let v281 = v279 + 2.7557319219301936e-6f64; let v282 = v281 * v277; let v284 = v282 + 0.008333333333333331f64;
let v286 = (-7.586576648405261e-13f64) * v277; let v288 = v286 + (-2.5052106219528367e-8f64); let v289 = v288 * v277;
let v291 = v289 + (-0.00019841269841265017f64); let v292 = v291 * v274; let v293 = v284 + v292;
let v294 = v293 * v274; let v296 = v294 + (-0.16666666666666666f64); let v297 = v274 * v272; let v298 = v297 * v296;
let v300 = v274 * 0.5f64; let v301 = v300 * v273; let v302 = v273 - v301; let v303 = v298 + v302;
let v304 = v272 + v303; let v305 = v304 - v272; let v306 = v303 - v305; let v307 = v274 * v274;
let v309 = (-1.1382456865840483e-11f64) * v307; let v311 = v309 + (-2.755731726001471e-7f64); let v312 = v311 * v307;
let v314 = v312 + (-0.0013888888888887382f64); let v316 = 2.0876143829213935e-9f64 * v307;
let v318 = v316 + 2.480158729874308e-5f64; let v319 = v318 * v274; let v320 = v314 + v319; let v321 = v320 * v274;
let v323 = v321 + 0.041666666666666664f64; let v324 = v274 * v274; let v325 = v324 * v323; let v327 = -v300;
let v328 = 1.0f64 + v327; let v329 = v328 - 1.0f64; let v330 = v327 - v329; let v331 = v272 * v273;
let v333 = v276 * 0.5f64; let v334 = v325 - v331; let v335 = v334 - v333; let v336 = v330 + v335;
let v337 = v328 + v336; let v338 = v337 - v328; let v339 = v336 - v338; let v342 = v271 & 1i64;
let v343 = v342 != 0i64; let v344 = -v304; let v345 = -v306; let v346 = if v343 { v337 } else { v304 };
let v347 = if v343 { v339 } else { v306 }; let v348 = if v343 { v344 } else { v337 };
let v349 = if v343 { v345 } else { v339 }; let v350 = v346 / v348; let v351 = v350 * v348; let v352 = -v351;
let v353 = v350.mul_add(v348, v352); let v354 = v346 - v351; let v355 = v354 - v353; let v356 = v355 + v347;
let v357 = v350 * v349; let v358 = v356 - v357; let v359 = v358 / v348; let v360 = v350 + v359;
let v361 = v360 - v350; let v362 = v359 - v361; let v364 = v2 < 3.725290298461914e-9f64; let v365 = v2 * v2;
let v366 = v365 * v2; let v368 = v366 * 0.3333333333333333f64; let v369 = v2 + v368;
let v370 = if v364 { v369 } else { v360 }; let v371 = -v370; let v373 = v0 < 0.0f64;
let v374 = if v373 { v371 } else { v370 }; let v375 = v0 == 0.0f64; let v376 = if v375 { v0 } else { v374 };
let v379 = v2 < f64::INFINITY; let v380 = if v379 { v376 } else { f64::NAN }; (v380, v6)
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
let v275 = -v274; let v276 = v272.mul_add(v272, v275); let v277 = v274 * v274;
let v279 = 1.6058529573291737e-10f64 * v277; let v281 = v279 + 2.7557319219301936e-6f64; let v282 = v281 * v277;
let v284 = v282 + 0.008333333333333331f64; let v286 = (-7.586576648405261e-13f64) * v277;
let v288 = v286 + (-2.5052106219528367e-8f64); let v289 = v288 * v277; let v291 = v289 + (-0.00019841269841265017f64);
let v292 = v291 * v274; let v293 = v284 + v292; let v294 = v293 * v274; let v296 = v294 + (-0.16666666666666666f64);
let v297 = v274 * v272; let v298 = v297 * v296; let v300 = v274 * 0.5f64; let v301 = v300 * v273;
let v302 = v273 - v301; let v303 = v298 + v302; let v304 = v272 + v303; let v305 = v304 - v272;
let v306 = v303 - v305; let v307 = v274 * v274; let v309 = (-1.1382456865840483e-11f64) * v307;
let v311 = v309 + (-2.755731726001471e-7f64); let v312 = v311 * v307; let v314 = v312 + (-0.0013888888888887382f64);
let v316 = 2.0876143829213935e-9f64 * v307; let v318 = v316 + 2.480158729874308e-5f64; let v319 = v318 * v274;
let v320 = v314 + v319; let v321 = v320 * v274; let v323 = v321 + 0.041666666666666664f64; let v324 = v274 * v274;
let v325 = v324 * v323; let v327 = -v300; let v328 = 1.0f64 + v327; let v329 = v328 - 1.0f64; let v330 = v327 - v329;
let v331 = v272 * v273; let v333 = v276 * 0.5f64; let v334 = v325 - v331; let v335 = v334 - v333;
let v336 = v330 + v335; let v337 = v328 + v336; let v338 = v337 - v328; let v339 = v336 - v338;
let v342 = v271 & 1i64; let v343 = v342 != 0i64; let v344 = -v304; let v345 = -v306;
let v346 = if v343 { v337 } else { v304 }; let v347 = if v343 { v339 } else { v306 };
let v348 = if v343 { v344 } else { v337 }; let v349 = if v343 { v345 } else { v339 }; let v350 = v346 / v348;
let v351 = v350 * v348; let v352 = -v351; let v353 = v350.mul_add(v348, v352); let v354 = v346 - v351;
let v355 = v354 - v353; let v356 = v355 + v347; let v357 = v350 * v349; let v358 = v356 - v357;
let v359 = v358 / v348; let v360 = v350 + v359; let v361 = v360 - v350; let v362 = v359 - v361;
let v364 = v2 < 3.725290298461914e-9f64; let v365 = v2 * v2; let v366 = v365 * v2;
let v368 = v366 * 0.3333333333333333f64; let v369 = v2 + v368; let v370 = if v364 { v369 } else { v360 };
let v371 = -v370; let v373 = v0 < 0.0f64; let v374 = if v373 { v371 } else { v370 }; let v375 = v0 == 0.0f64;
let v376 = if v375 { v0 } else { v374 }; let v379 = v2 < f64::INFINITY; let v380 = if v379 { v376 } else { f64::NAN };
v380
}
#[inline(always)]
pub fn asin_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v3 = v2 * v2; let v4 = v3 * v3; let v6 = 0.02963502626354855f64 * v4;
let v8 = v6 + 0.019579201619744684f64; let v9 = v8 * v4; let v11 = v9 + 0.009322101501082774f64; let v12 = v11 * v4;
let v14 = v12 + 0.011566511821890942f64; let v15 = v14 * v4; let v17 = v15 + 0.017352816768546473f64;
let v18 = v17 * v4; let v20 = v18 + 0.030381944475693704f64; let v21 = v20 * v4;
let v23 = v21 + 0.07500000000000119f64; let v25 = (-0.019277545928584557f64) * v4;
let v27 = v25 + 0.0030350071727267623f64; let v28 = v27 * v4; let v30 = v28 + 0.00962140274734483f64;
let v31 = v30 * v4; let v33 = v31 + 0.013963775787848137f64; let v34 = v33 * v4;
let v36 = v34 + 0.022372157435623815f64; let v37 = v36 * v4; let v39 = v37 + 0.04464285714255019f64;
let v40 = v39 * v3; let v41 = v23 + v40; let v42 = v41 * v3; let v44 = v42 + 0.16666666666666666f64;
let v45 = v3 * v44; let v46 = v2 * v45; let v47 = v2 + v46; let v50 = 1.0f64 - v2; let v52 = v50 * 0.5f64;
let v53 = v52 > 0.0f64; let v55 = if v53 { v52 } else { 0.5f64 }; let v56 = v55.sqrt(); let v57 = v56 * v56;
let v58 = -v57; let v59 = v56.mul_add(v56, v58); let v60 = v55 - v57; let v61 = v60 - v59; let v62 = v61 + 0.0f64;
let v63 = v56 + v56; let v64 = v62 / v63; let v65 = v56 + v64; let v66 = v65 - v56; let v67 = v64 - v66;
let v68 = if v53 { v65 } else { 0.0f64 }; let v69 = if v53 { v67 } else { 0.0f64 }; let v70 = v68 * v68;
let v71 = v70 * v70; let v73 = 0.02963502626354855f64 * v71; let v75 = v73 + 0.019579201619744684f64;
let v76 = v75 * v71; let v78 = v76 + 0.009322101501082774f64; let v79 = v78 * v71;
let v81 = v79 + 0.011566511821890942f64; let v82 = v81 * v71; let v84 = v82 + 0.017352816768546473f64;
let v85 = v84 * v71; let v87 = v85 + 0.030381944475693704f64; let v88 = v87 * v71;
let v90 = v88 + 0.07500000000000119f64; let v92 = (-0.019277545928584557f64) * v71;
let v94 = v92 + 0.0030350071727267623f64; let v95 = v94 * v71; let v97 = v95 + 0.00962140274734483f64;
let v98 = v97 * v71; let v100 = v98 + 0.013963775787848137f64; let v101 = v100 * v71;
let v103 = v101 + 0.022372157435623815f64; let v104 = v103 * v71; let v106 = v104 + 0.04464285714255019f64;
let v107 = v106 * v70; let v108 = v90 + v107; let v109 = v108 * v70; let v111 = v109 + 0.16666666666666666f64;
let v112 = v70 * v111; let v113 = v68 * v112; let v114 = v69 + v113; let v115 = v68 + v114; let v116 = v115 - v68;
let v117 = v114 - v116; let v121 = v115 * (-2.0f64); let v123 = v117 * 2.0f64;
let v124 = 1.5707963267948966f64 + v121; let v125 = v124 - 1.5707963267948966f64; let v126 = v121 - v125;
let v127 = 6.123233995736766e-17f64 - v123; let v128 = v126 + v127; let v129 = v124 + v128; let v131 = v2 <= 0.5f64;
let v132 = if v131 { v47 } else { v129 }; let v133 = v132.copysign(v0); let v135 = v2 <= 1.0f64;
let v137 = if v135 { v133 } else { f64::NAN }; (v137, false)
}
#[inline(always)]
pub fn asin(v0: f64) -> f64 {
asin_quick(v0).0
}
#[inline(always)]
pub fn acos_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v3 = v0 * v0; let v4 = v3 * v3; let v6 = 0.02963502626354855f64 * v4;
let v8 = v6 + 0.019579201619744684f64; let v9 = v8 * v4; let v11 = v9 + 0.009322101501082774f64; let v12 = v11 * v4;
let v14 = v12 + 0.011566511821890942f64; let v15 = v14 * v4; let v17 = v15 + 0.017352816768546473f64;
let v18 = v17 * v4; let v20 = v18 + 0.030381944475693704f64; let v21 = v20 * v4;
let v23 = v21 + 0.07500000000000119f64; let v25 = (-0.019277545928584557f64) * v4;
let v27 = v25 + 0.0030350071727267623f64; let v28 = v27 * v4; let v30 = v28 + 0.00962140274734483f64;
let v31 = v30 * v4; let v33 = v31 + 0.013963775787848137f64; let v34 = v33 * v4;
let v36 = v34 + 0.022372157435623815f64; let v37 = v36 * v4; let v39 = v37 + 0.04464285714255019f64;
let v40 = v39 * v3; let v41 = v23 + v40; let v42 = v41 * v3; let v44 = v42 + 0.16666666666666666f64;
let v45 = v3 * v44; let v46 = v0 * v45; let v49 = -v0; let v50 = 1.5707963267948966f64 + v49;
let v51 = v50 - 1.5707963267948966f64; let v52 = v49 - v51; let v53 = 6.123233995736766e-17f64 - v46;
let v54 = v52 + v53; let v55 = v50 + v54; let v58 = 1.0f64 - v2; let v60 = v58 * 0.5f64; let v61 = v60 > 0.0f64;
let v63 = if v61 { v60 } else { 0.5f64 }; let v64 = v63.sqrt(); let v65 = v64 * v64; let v66 = -v65;
let v67 = v64.mul_add(v64, v66); let v68 = v63 - v65; let v69 = v68 - v67; let v70 = v69 + 0.0f64;
let v71 = v64 + v64; let v72 = v70 / v71; let v73 = v64 + v72; let v74 = v73 - v64; let v75 = v72 - v74;
let v76 = if v61 { v73 } else { 0.0f64 }; let v77 = if v61 { v75 } else { 0.0f64 }; let v78 = v76 * v76;
let v79 = v78 * v78; let v81 = 0.02963502626354855f64 * v79; let v83 = v81 + 0.019579201619744684f64;
let v84 = v83 * v79; let v86 = v84 + 0.009322101501082774f64; let v87 = v86 * v79;
let v89 = v87 + 0.011566511821890942f64; let v90 = v89 * v79; let v92 = v90 + 0.017352816768546473f64;
let v93 = v92 * v79; let v95 = v93 + 0.030381944475693704f64; let v96 = v95 * v79;
let v98 = v96 + 0.07500000000000119f64; let v100 = (-0.019277545928584557f64) * v79;
let v102 = v100 + 0.0030350071727267623f64; let v103 = v102 * v79; let v105 = v103 + 0.00962140274734483f64;
let v106 = v105 * v79; let v108 = v106 + 0.013963775787848137f64; let v109 = v108 * v79;
let v111 = v109 + 0.022372157435623815f64; let v112 = v111 * v79; let v114 = v112 + 0.04464285714255019f64;
let v115 = v114 * v78; let v116 = v98 + v115; let v117 = v116 * v78; let v119 = v117 + 0.16666666666666666f64;
let v120 = v78 * v119; let v121 = v76 * v120; let v122 = v77 + v121; let v123 = v76 + v122; let v124 = v123 - v76;
let v125 = v122 - v124; let v126 = v123 + v123; let v127 = v125 + v125; let v128 = v126 + v127; let v131 = -v126;
let v132 = 3.141592653589793f64 + v131; let v133 = v132 - 3.141592653589793f64; let v134 = v131 - v133;
let v135 = 1.2246467991473532e-16f64 - v127; let v136 = v134 + v135; let v137 = v132 + v136; let v139 = v0 < 0.0f64;
let v140 = if v139 { v137 } else { v128 }; let v142 = v2 <= 0.5f64; let v143 = if v142 { v55 } else { v140 };
let v145 = v2 <= 1.0f64; let v147 = if v145 { v143 } else { f64::NAN }; (v147, false)
}
#[inline(always)]
pub fn acos(v0: f64) -> f64 {
acos_quick(v0).0
}
#[inline(always)]
pub fn atan_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v5 = v2 > 1.0f64; let v7 = v2 == f64::INFINITY; let v8 = if v5 { 1.0f64 } else { v2 };
let v9 = if v5 { v2 } else { 1.0f64 }; let v10 = if v7 { 1.0f64 } else { v9 }; let v11 = if v7 { 0.0f64 } else { v8 };
let v14 = v10 * 0.4142135623730951f64; let v15 = v11 > v14; let v16 = -v10; let v17 = v11 + v16; let v18 = v17 - v11;
let v19 = v17 - v18; let v20 = v11 - v19; let v21 = v16 - v18; let v22 = v20 + v21; let v23 = v10 + v11;
let v24 = v23 - v10; let v25 = v11 - v24; let v26 = if v15 { v17 } else { v11 };
let v27 = if v15 { v22 } else { 0.0f64 }; let v28 = if v15 { v23 } else { v10 };
let v29 = if v15 { v25 } else { 0.0f64 }; let v30 = v26 / v28; let v31 = v30 * v28; let v32 = -v31;
let v33 = v30.mul_add(v28, v32); let v34 = v26 - v31; let v35 = v34 - v33; let v36 = v35 + v27; let v37 = v30 * v29;
let v38 = v36 - v37; let v39 = v38 / v28; let v40 = v30 + v39; let v41 = v40 - v30; let v42 = v39 - v41;
let v43 = v26.abs(); let v45 = v43 < 1.0261342003245941e-289f64; let v46 = v26 / v28;
let v47 = if v45 { v46 } else { v40 }; let v48 = if v45 { 0.0f64 } else { v42 }; let v49 = v47 * v47;
let v50 = v49 * v49; let v52 = 0.016148228546771868f64 * v50; let v54 = v52 + 0.045467195095551666f64;
let v55 = v54 * v50; let v57 = v55 + 0.058787824694439814f64; let v58 = v57 * v50;
let v60 = v58 + 0.07692295658327873f64; let v61 = v60 * v50; let v63 = v61 + 0.11111111104652255f64;
let v64 = v63 * v50; let v66 = v64 + 0.19999999999999785f64; let v68 = (-0.034445844423577385f64) * v50;
let v70 = v68 + (-0.0522938047378184f64); let v71 = v70 * v50; let v73 = v71 + (-0.06666412077725274f64);
let v74 = v73 * v50; let v76 = v74 + (-0.09090908728587459f64); let v77 = v76 * v50;
let v79 = v77 + (-0.14285714285654638f64); let v80 = v79 * v49; let v81 = v66 + v80; let v82 = v81 * v49;
let v84 = v82 + (-0.3333333333333333f64); let v85 = v49 * v84; let v86 = v47 * v85; let v87 = v49 * v48;
let v88 = v48 - v87; let v89 = v86 + v88; let v90 = v47 + v89; let v91 = v90 - v47; let v92 = v89 - v91;
let v95 = if v15 { 0.7853981633974483f64 } else { 0.0f64 };
let v96 = if v15 { 3.061616997868383e-17f64 } else { 0.0f64 }; let v99 = -v90; let v100 = -v92;
let v103 = v95 == 0.0f64; let v104 = if v103 { 1.5707963267948966f64 } else { 0.7853981633974483f64 };
let v105 = if v103 { 6.123233995736766e-17f64 } else { 3.061616997868383e-17f64 };
let v106 = if v5 { v104 } else { v95 }; let v107 = if v5 { v105 } else { v96 }; let v108 = if v5 { v99 } else { v90 };
let v109 = if v5 { v100 } else { v92 }; let v110 = v106 + v108; let v111 = v110 - v106; let v112 = v110 - v111;
let v113 = v106 - v112; let v114 = v108 - v111; let v115 = v113 + v114; let v116 = v107 + v109;
let v117 = v115 + v116; let v118 = v110 + v117; let v119 = v118.copysign(v0); let v120 = v0 != v0;
let v121 = if v120 { v0 } else { v119 }; (v121, false)
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
let v32 = v29 * 0.4142135623730951f64; let v33 = v26 > v32; let v34 = -v29; let v35 = v26 + v34; let v36 = v35 - v26;
let v37 = v35 - v36; let v38 = v26 - v37; let v39 = v34 - v36; let v40 = v38 + v39; let v41 = v29 + v26;
let v42 = v41 - v29; let v43 = v26 - v42; let v44 = if v33 { v35 } else { v26 };
let v45 = if v33 { v40 } else { 0.0f64 }; let v46 = if v33 { v41 } else { v29 };
let v47 = if v33 { v43 } else { 0.0f64 }; let v48 = v44 / v46; let v49 = v48 * v46; let v50 = -v49;
let v51 = v48.mul_add(v46, v50); let v52 = v44 - v49; let v53 = v52 - v51; let v54 = v53 + v45; let v55 = v48 * v47;
let v56 = v54 - v55; let v57 = v56 / v46; let v58 = v48 + v57; let v59 = v58 - v48; let v60 = v57 - v59;
let v61 = v44.abs(); let v63 = v61 < 1.0261342003245941e-289f64; let v64 = v44 / v46;
let v65 = if v63 { v64 } else { v58 }; let v66 = if v63 { 0.0f64 } else { v60 }; let v67 = v65 * v65;
let v68 = v67 * v67; let v70 = 0.016148228546771868f64 * v68; let v72 = v70 + 0.045467195095551666f64;
let v73 = v72 * v68; let v75 = v73 + 0.058787824694439814f64; let v76 = v75 * v68;
let v78 = v76 + 0.07692295658327873f64; let v79 = v78 * v68; let v81 = v79 + 0.11111111104652255f64;
let v82 = v81 * v68; let v84 = v82 + 0.19999999999999785f64; let v86 = (-0.034445844423577385f64) * v68;
let v88 = v86 + (-0.0522938047378184f64); let v89 = v88 * v68; let v91 = v89 + (-0.06666412077725274f64);
let v92 = v91 * v68; let v94 = v92 + (-0.09090908728587459f64); let v95 = v94 * v68;
let v97 = v95 + (-0.14285714285654638f64); let v98 = v97 * v67; let v99 = v84 + v98; let v100 = v99 * v67;
let v102 = v100 + (-0.3333333333333333f64); let v103 = v67 * v102; let v104 = v65 * v103; let v105 = v67 * v66;
let v106 = v66 - v105; let v107 = v104 + v106; let v108 = v65 + v107; let v109 = v108 - v65; let v110 = v107 - v109;
let v113 = if v33 { 0.7853981633974483f64 } else { 0.0f64 };
let v114 = if v33 { 3.061616997868383e-17f64 } else { 0.0f64 }; let v115 = v113 == 0.0f64;
let v124 = v1.to_bits() as i64; let v126 = v124 < 0i64; let v127 = -v108; let v128 = -v110; let v129 = v15 ^ v126;
let v130 = if v129 { v127 } else { v108 }; let v131 = if v129 { v128 } else { v110 };
let v132 = if v126 { 3.141592653589793f64 } else { 0.0f64 };
let v133 = if v126 { 1.2246467991473532e-16f64 } else { 0.0f64 };
let v134 = if v15 { 1.5707963267948966f64 } else { v132 };
let v135 = if v15 { 6.123233995736766e-17f64 } else { v133 };
let v136 = if v126 { 2.356194490192345f64 } else { 0.7853981633974483f64 };
let v137 = if v126 { 9.184850993605148e-17f64 } else { 3.061616997868383e-17f64 };
let v138 = if v115 { v134 } else { v136 }; let v139 = if v115 { v135 } else { v137 }; let v140 = v138 + v130;
let v141 = v140 - v138; let v142 = v140 - v141; let v143 = v138 - v142; let v144 = v130 - v141;
let v145 = v143 + v144; let v146 = v139 + v131; let v147 = v145 + v146; let v148 = v140 + v147;
let v149 = v148.copysign(v0); let v150 = v1 != v1; let v151 = if v150 { v1 } else { v149 }; let v152 = v0 != v0;
let v153 = if v152 { v0 } else { v151 }; (v153, false)
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
let v72 = v65 + v71; let v73 = v72 - v65; let v74 = v71 - v73; let v76 = v17.wrapping_sub(1i64); let v78 = v76 >> 1;
let v79 = v76.wrapping_sub(v78); let v81 = v78.wrapping_add(1023i64); let v83 = v81 << 52;
let v84 = f64::from_bits(v83 as u64); let v86 = v79.wrapping_add(1023i64); let v88 = v86 << 52;
let v89 = f64::from_bits(v88 as u64); let v90 = v72 * v84; let v91 = v90 * v89; let v93 = v76 >> 1;
let v94 = v76.wrapping_sub(v93); let v96 = v93.wrapping_add(1023i64); let v98 = v96 << 52;
let v99 = f64::from_bits(v98 as u64); let v101 = v94.wrapping_add(1023i64); let v103 = v101 << 52;
let v104 = f64::from_bits(v103 as u64); let v105 = v74 * v99; let v106 = v105 * v104; let v108 = 0.25f64 / v91;
let v110 = v108 * 4.0f64; let v111 = v108 * v106; let v112 = v110 * v111; let v113 = v108 - v112;
let v115 = v2 > 100.0f64; let v116 = v106 - v113; let v118 = if v115 { 0.0f64 } else { v116 }; let v119 = v91 + v118;
let v120 = v2 * v2; let v121 = v120 * v120; let v123 = 1.6057676882739475e-10f64 * v121;
let v125 = v123 + 2.7557319191250885e-6f64; let v126 = v125 * v121; let v128 = v126 + 0.008333333333333299f64;
let v130 = 7.746278224810715e-13f64 * v121; let v132 = v130 + 2.50521177239532e-8f64; let v133 = v132 * v121;
let v135 = v133 + 0.00019841269841324471f64; let v136 = v135 * v120; let v137 = v128 + v136; let v138 = v137 * v120;
let v140 = v138 + 0.16666666666666666f64; let v141 = v120 * v140; let v142 = v2 * v141; let v143 = v2 + v142;
let v145 = v2 < 1.0f64; let v146 = if v145 { v143 } else { v119 }; let v147 = v146.copysign(v0); let v148 = v0 != v0;
let v149 = if v148 { v0 } else { v147 }; (v149, false)
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
let v72 = v65 + v71; let v73 = v72 - v65; let v74 = v71 - v73; let v76 = v17.wrapping_sub(1i64); let v78 = v76 >> 1;
let v79 = v76.wrapping_sub(v78); let v81 = v78.wrapping_add(1023i64); let v83 = v81 << 52;
let v84 = f64::from_bits(v83 as u64); let v86 = v79.wrapping_add(1023i64); let v88 = v86 << 52;
let v89 = f64::from_bits(v88 as u64); let v90 = v72 * v84; let v91 = v90 * v89; let v93 = v76 >> 1;
let v94 = v76.wrapping_sub(v93); let v96 = v93.wrapping_add(1023i64); let v98 = v96 << 52;
let v99 = f64::from_bits(v98 as u64); let v101 = v94.wrapping_add(1023i64); let v103 = v101 << 52;
let v104 = f64::from_bits(v103 as u64); let v105 = v74 * v99; let v106 = v105 * v104; let v108 = 0.25f64 / v91;
let v110 = v108 * 4.0f64; let v111 = v108 * v106; let v112 = v110 * v111; let v113 = v108 - v112;
let v115 = v2 > 100.0f64; let v116 = v91 + v113; let v117 = v116 - v91; let v118 = v113 - v117;
let v119 = v118 + v106; let v120 = v116 + v119; let v121 = if v115 { v91 } else { v120 }; let v122 = v0 != v0;
let v123 = if v122 { v0 } else { v121 }; (v123, false)
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
let v73 = v66 + v72; let v74 = v73 - v66; let v75 = v72 - v74; let v77 = v18 >> 1; let v78 = v18.wrapping_sub(v77);
let v80 = v77.wrapping_add(1023i64); let v82 = v80 << 52; let v83 = f64::from_bits(v82 as u64);
let v85 = v78.wrapping_add(1023i64); let v87 = v85 << 52; let v88 = f64::from_bits(v87 as u64); let v89 = v73 * v83;
let v90 = v89 * v88; let v92 = v18 >> 1; let v93 = v18.wrapping_sub(v92); let v95 = v92.wrapping_add(1023i64);
let v97 = v95 << 52; let v98 = f64::from_bits(v97 as u64); let v100 = v93.wrapping_add(1023i64);
let v102 = v100 << 52; let v103 = f64::from_bits(v102 as u64); let v104 = v75 * v98; let v105 = v104 * v103;
let v107 = v90 + 1.0f64; let v108 = v107 - v90; let v109 = 1.0f64 - v108; let v110 = v109 + v105;
let v113 = 2.0f64 / v107; let v114 = v113 * v107; let v115 = -v114; let v116 = v113.mul_add(v107, v115);
let v117 = 2.0f64 - v114; let v118 = v117 - v116; let v119 = v118 + 0.0f64; let v120 = v113 * v110;
let v121 = v119 - v120; let v122 = v121 / v107; let v123 = v113 + v122; let v124 = v123 - v113;
let v125 = v122 - v124; let v126 = -v123; let v127 = 1.0f64 + v126; let v128 = v127 - 1.0f64; let v129 = v126 - v128;
let v130 = v129 - v125; let v131 = v127 + v130; let v132 = v2 * v2; let v133 = v132 * v132;
let v135 = 7.872519584876026e-6f64 * v133; let v137 = v135 + 9.454941758935152e-5f64; let v138 = v137 * v133;
let v140 = v138 + 0.0005899051200674843f64; let v141 = v140 * v133; let v143 = v141 + 0.0035921267673025663f64;
let v144 = v143 * v133; let v146 = v144 + 0.021869488534068168f64; let v147 = v146 * v133;
let v149 = v147 + 0.1333333333333331f64; let v151 = (-3.3718010044053525e-5f64) * v133;
let v153 = v151 + (-0.00023847198564355907f64); let v154 = v153 * v133; let v156 = v154 + (-0.0014558190700396025f64);
let v157 = v156 * v133; let v159 = v157 + (-0.008863235462984688f64); let v160 = v159 * v133;
let v162 = v160 + (-0.05396825396822027f64); let v163 = v162 * v132; let v164 = v149 + v163; let v165 = v164 * v132;
let v167 = v165 + (-0.3333333333333333f64); let v168 = v132 * v167; let v169 = v2 * v168; let v170 = v2 + v169;
let v172 = v2 < 0.55f64; let v173 = if v172 { v170 } else { v131 }; let v174 = v173.copysign(v0); let v175 = v0 != v0;
let v176 = if v175 { v0 } else { v174 }; (v176, false)
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
let v65 = v57.wrapping_sub(v64); let v67 = v61 + (-1.0f64); let v70 = 0i64.wrapping_sub(v65);
let v71 = v70.max((-1022i64)); let v73 = v71.wrapping_add(1023i64); let v75 = v73 << 52;
let v76 = f64::from_bits(v75 as u64); let v77 = v46 * v76; let v78 = v67 + v77; let v79 = v78 - v67;
let v80 = v78 - v79; let v81 = v67 - v80; let v82 = v77 - v79; let v83 = v81 + v82; let v85 = 2.0f64 + v78;
let v86 = v85 - 2.0f64; let v87 = v78 - v86; let v88 = v87 + v83; let v89 = v78 / v85; let v90 = v89 * v85;
let v91 = -v90; let v92 = v89.mul_add(v85, v91); let v93 = v78 - v90; let v94 = v93 - v92; let v95 = v94 + v83;
let v96 = v89 * v88; let v97 = v95 - v96; let v98 = v97 / v85; let v99 = v89 + v98; let v100 = v99 - v89;
let v101 = v98 - v100; let v102 = v99 * v99; let v103 = -v102; let v104 = v99.mul_add(v99, v103);
let v105 = v99 * v101; let v106 = v101 * v99; let v107 = v105 + v106; let v108 = v104 + v107; let v109 = v102 + v108;
let v110 = v109 - v102; let v111 = v108 - v110; let v112 = v109 * v109; let v114 = 0.10628696830810742f64 * v112;
let v116 = v114 + 0.11766091950174559f64; let v117 = v116 * v112; let v119 = v117 + 0.15384615532189713f64;
let v120 = v119 * v112; let v122 = v120 + 0.22222222222223f64; let v124 = 0.10471785182759037f64 * v112;
let v126 = v124 + 0.13333313902684013f64; let v127 = v126 * v112; let v129 = v127 + 0.18181818181268566f64;
let v130 = v129 * v109; let v131 = v122 + v130; let v132 = v131 * v109; let v134 = v132 + 0.2857142857142857f64;
let v135 = v109 * v134; let v138 = 0.4f64 + v135; let v139 = v138 - 0.4f64; let v140 = v135 - v139;
let v141 = v140 + (-2.2204460492503132e-17f64); let v142 = v109 * v138; let v143 = -v142;
let v144 = v109.mul_add(v138, v143); let v145 = v109 * v141; let v146 = v111 * v138; let v147 = v145 + v146;
let v148 = v144 + v147; let v149 = v142 + v148; let v150 = v149 - v142; let v151 = v148 - v150;
let v154 = 0.6666666666666666f64 + v149; let v155 = v154 - 0.6666666666666666f64; let v156 = v154 - v155;
let v157 = 0.6666666666666666f64 - v156; let v158 = v149 - v155; let v159 = v157 + v158;
let v160 = 3.700743415417188e-17f64 + v151; let v161 = v159 + v160; let v162 = v154 + v161; let v163 = v162 - v154;
let v164 = v161 - v163; let v165 = v109 * v162; let v166 = -v165; let v167 = v109.mul_add(v162, v166);
let v168 = v109 * v164; let v169 = v111 * v162; let v170 = v168 + v169; let v171 = v167 + v170;
let v172 = v165 + v171; let v173 = v172 - v165; let v174 = v171 - v173; let v175 = v99 * v172; let v176 = -v175;
let v177 = v99.mul_add(v172, v176); let v178 = v99 * v174; let v179 = v101 * v172; let v180 = v178 + v179;
let v181 = v177 + v180; let v182 = v175 + v181; let v183 = v182 - v175; let v184 = v181 - v183; let v185 = v99 + v99;
let v186 = v101 + v101; let v187 = v185 + v182; let v188 = v187 - v185; let v189 = v187 - v188;
let v190 = v185 - v189; let v191 = v182 - v188; let v192 = v190 + v191; let v193 = v186 + v184;
let v194 = v192 + v193; let v195 = v187 + v194; let v196 = v195 - v187; let v197 = v194 - v196;
let v199 = v65.wrapping_add(4843621399236968448i64); let v200 = f64::from_bits(v199 as u64);
let v202 = v200 + (-6755399441055744.0f64); let v203 = v202 + v47; let v206 = v203 * 0.6931471803691238f64;
let v207 = v203 * 1.9082149292705877e-10f64; let v208 = v206 + v195; let v209 = v208 - v206; let v210 = v208 - v209;
let v211 = v206 - v210; let v212 = v195 - v209; let v213 = v211 + v212; let v214 = v197 + v207;
let v215 = v213 + v214; let v216 = v208 + v215; let v217 = v2 * v2; let v218 = v217 * v2;
let v220 = v218 * (-0.16666666666666666f64); let v221 = v2 + v220; let v223 = v2 < 1.4901161193847656e-8f64;
let v224 = if v223 { v221 } else { v216 }; let v226 = v2 == f64::INFINITY;
let v227 = if v226 { f64::INFINITY } else { v224 }; let v228 = v227.copysign(v0); let v229 = v0 != v0;
let v230 = if v229 { v0 } else { v228 }; (v230, false)
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
let v69 = v61.wrapping_sub(v68); let v71 = v65 + (-1.0f64); let v74 = 0i64.wrapping_sub(v69);
let v75 = v74.max((-1022i64)); let v77 = v75.wrapping_add(1023i64); let v79 = v77 << 52;
let v80 = f64::from_bits(v79 as u64); let v81 = v50 * v80; let v82 = v71 + v81; let v83 = v82 - v71;
let v84 = v82 - v83; let v85 = v71 - v84; let v86 = v81 - v83; let v87 = v85 + v86; let v89 = 2.0f64 + v82;
let v90 = v89 - 2.0f64; let v91 = v82 - v90; let v92 = v91 + v87; let v93 = v82 / v89; let v94 = v93 * v89;
let v95 = -v94; let v96 = v93.mul_add(v89, v95); let v97 = v82 - v94; let v98 = v97 - v96; let v99 = v98 + v87;
let v100 = v93 * v92; let v101 = v99 - v100; let v102 = v101 / v89; let v103 = v93 + v102; let v104 = v103 - v93;
let v105 = v102 - v104; let v106 = v103 * v103; let v107 = -v106; let v108 = v103.mul_add(v103, v107);
let v109 = v103 * v105; let v110 = v105 * v103; let v111 = v109 + v110; let v112 = v108 + v111;
let v113 = v106 + v112; let v114 = v113 - v106; let v115 = v112 - v114; let v116 = v113 * v113;
let v118 = 0.10628696830810742f64 * v116; let v120 = v118 + 0.11766091950174559f64; let v121 = v120 * v116;
let v123 = v121 + 0.15384615532189713f64; let v124 = v123 * v116; let v126 = v124 + 0.22222222222223f64;
let v128 = 0.10471785182759037f64 * v116; let v130 = v128 + 0.13333313902684013f64; let v131 = v130 * v116;
let v133 = v131 + 0.18181818181268566f64; let v134 = v133 * v113; let v135 = v126 + v134; let v136 = v135 * v113;
let v138 = v136 + 0.2857142857142857f64; let v139 = v113 * v138; let v142 = 0.4f64 + v139; let v143 = v142 - 0.4f64;
let v144 = v139 - v143; let v145 = v144 + (-2.2204460492503132e-17f64); let v146 = v113 * v142; let v147 = -v146;
let v148 = v113.mul_add(v142, v147); let v149 = v113 * v145; let v150 = v115 * v142; let v151 = v149 + v150;
let v152 = v148 + v151; let v153 = v146 + v152; let v154 = v153 - v146; let v155 = v152 - v154;
let v158 = 0.6666666666666666f64 + v153; let v159 = v158 - 0.6666666666666666f64; let v160 = v158 - v159;
let v161 = 0.6666666666666666f64 - v160; let v162 = v153 - v159; let v163 = v161 + v162;
let v164 = 3.700743415417188e-17f64 + v155; let v165 = v163 + v164; let v166 = v158 + v165; let v167 = v166 - v158;
let v168 = v165 - v167; let v169 = v113 * v166; let v170 = -v169; let v171 = v113.mul_add(v166, v170);
let v172 = v113 * v168; let v173 = v115 * v166; let v174 = v172 + v173; let v175 = v171 + v174;
let v176 = v169 + v175; let v177 = v176 - v169; let v178 = v175 - v177; let v179 = v103 * v176; let v180 = -v179;
let v181 = v103.mul_add(v176, v180); let v182 = v103 * v178; let v183 = v105 * v176; let v184 = v182 + v183;
let v185 = v181 + v184; let v186 = v179 + v185; let v187 = v186 - v179; let v188 = v185 - v187;
let v189 = v103 + v103; let v190 = v105 + v105; let v191 = v189 + v186; let v192 = v191 - v189;
let v193 = v191 - v192; let v194 = v189 - v193; let v195 = v186 - v192; let v196 = v194 + v195;
let v197 = v190 + v188; let v198 = v196 + v197; let v199 = v191 + v198; let v200 = v199 - v191;
let v201 = v198 - v200; let v203 = v69.wrapping_add(4843621399236968448i64); let v204 = f64::from_bits(v203 as u64);
let v206 = v204 + (-6755399441055744.0f64); let v207 = v206 + v51; let v210 = v207 * 0.6931471803691238f64;
let v211 = v207 * 1.9082149292705877e-10f64; let v212 = v210 + v199; let v213 = v212 - v210; let v214 = v212 - v213;
let v215 = v210 - v214; let v216 = v199 - v213; let v217 = v215 + v216; let v218 = v201 + v211;
let v219 = v217 + v218; let v220 = v212 + v219; let v222 = v0 == f64::INFINITY;
let v223 = if v222 { f64::INFINITY } else { v220 }; let v225 = v0 == 1.0f64;
let v226 = if v8 { v223 } else { f64::NAN }; let v227 = if v225 { 0.0f64 } else { v226 }; let v228 = v0 != v0;
let v229 = if v228 { v0 } else { v227 }; (v229, false)
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
let v45 = v37.wrapping_sub(v44); let v47 = v41 + (-1.0f64); let v50 = 0i64.wrapping_sub(v45);
let v51 = v50.max((-1022i64)); let v53 = v51.wrapping_add(1023i64); let v55 = v53 << 52;
let v56 = f64::from_bits(v55 as u64); let v57 = v27 * v56; let v58 = v47 + v57; let v59 = v58 - v47;
let v60 = v58 - v59; let v61 = v47 - v60; let v62 = v57 - v59; let v63 = v61 + v62; let v65 = 2.0f64 + v58;
let v66 = v65 - 2.0f64; let v67 = v58 - v66; let v68 = v67 + v63; let v69 = v58 / v65; let v70 = v69 * v65;
let v71 = -v70; let v72 = v69.mul_add(v65, v71); let v73 = v58 - v70; let v74 = v73 - v72; let v75 = v74 + v63;
let v76 = v69 * v68; let v77 = v75 - v76; let v78 = v77 / v65; let v79 = v69 + v78; let v80 = v79 - v69;
let v81 = v78 - v80; let v82 = v79 * v79; let v83 = -v82; let v84 = v79.mul_add(v79, v83); let v85 = v79 * v81;
let v86 = v81 * v79; let v87 = v85 + v86; let v88 = v84 + v87; let v89 = v82 + v88; let v90 = v89 - v82;
let v91 = v88 - v90; let v92 = v89 * v89; let v94 = 0.10628696830810742f64 * v92;
let v96 = v94 + 0.11766091950174559f64; let v97 = v96 * v92; let v99 = v97 + 0.15384615532189713f64;
let v100 = v99 * v92; let v102 = v100 + 0.22222222222223f64; let v104 = 0.10471785182759037f64 * v92;
let v106 = v104 + 0.13333313902684013f64; let v107 = v106 * v92; let v109 = v107 + 0.18181818181268566f64;
let v110 = v109 * v89; let v111 = v102 + v110; let v112 = v111 * v89; let v114 = v112 + 0.2857142857142857f64;
let v115 = v89 * v114; let v118 = 0.4f64 + v115; let v119 = v118 - 0.4f64; let v120 = v115 - v119;
let v121 = v120 + (-2.2204460492503132e-17f64); let v122 = v89 * v118; let v123 = -v122;
let v124 = v89.mul_add(v118, v123); let v125 = v89 * v121; let v126 = v91 * v118; let v127 = v125 + v126;
let v128 = v124 + v127; let v129 = v122 + v128; let v130 = v129 - v122; let v131 = v128 - v130;
let v134 = 0.6666666666666666f64 + v129; let v135 = v134 - 0.6666666666666666f64; let v136 = v134 - v135;
let v137 = 0.6666666666666666f64 - v136; let v138 = v129 - v135; let v139 = v137 + v138;
let v140 = 3.700743415417188e-17f64 + v131; let v141 = v139 + v140; let v142 = v134 + v141; let v143 = v142 - v134;
let v144 = v141 - v143; let v145 = v89 * v142; let v146 = -v145; let v147 = v89.mul_add(v142, v146);
let v148 = v89 * v144; let v149 = v91 * v142; let v150 = v148 + v149; let v151 = v147 + v150; let v152 = v145 + v151;
let v153 = v152 - v145; let v154 = v151 - v153; let v155 = v79 * v152; let v156 = -v155;
let v157 = v79.mul_add(v152, v156); let v158 = v79 * v154; let v159 = v81 * v152; let v160 = v158 + v159;
let v161 = v157 + v160; let v162 = v155 + v161; let v163 = v162 - v155; let v164 = v161 - v163; let v165 = v79 + v79;
let v166 = v81 + v81; let v167 = v165 + v162; let v168 = v167 - v165; let v169 = v167 - v168; let v170 = v165 - v169;
let v171 = v162 - v168; let v172 = v170 + v171; let v173 = v166 + v164; let v174 = v172 + v173;
let v175 = v167 + v174; let v176 = v175 - v167; let v177 = v174 - v176;
let v179 = v45.wrapping_add(4843621399236968448i64); let v180 = f64::from_bits(v179 as u64);
let v182 = v180 + (-6755399441055744.0f64); let v185 = v182 * 0.6931471803691238f64;
let v186 = v182 * 1.9082149292705877e-10f64; let v187 = v185 + v175; let v188 = v187 - v185; let v189 = v187 - v188;
let v190 = v185 - v189; let v191 = v175 - v188; let v192 = v190 + v191; let v193 = v177 + v186;
let v194 = v192 + v193; let v195 = v187 + v194; let v197 = v195 * 0.5f64; let v198 = v2 * v2; let v199 = v198 * v2;
let v201 = v199 * 0.3333333333333333f64; let v202 = v2 + v201; let v204 = v2 < 1.4901161193847656e-8f64;
let v205 = if v204 { v202 } else { v197 }; let v208 = v2 == 1.0f64;
let v209 = if v208 { f64::INFINITY } else { f64::NAN }; let v210 = if v6 { v205 } else { v209 };
let v211 = v210.copysign(v0); let v212 = v0 != v0; let v213 = if v212 { v0 } else { v211 }; (v213, false)
}
#[inline(always)]
pub fn atanh(v0: f64) -> f64 {
atanh_quick(v0).0
}
#[inline(always)]
pub fn erf_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v6 = v2 > 0.0f64; let v7 = if v6 { v2 } else { 0.0f64 }; let v8 = v7 < 28.0f64;
let v9 = if v8 { v7 } else { 28.0f64 }; let v12 = v9 + (-4.0f64); let v13 = v12 - v9; let v14 = v12 - v13;
let v15 = v9 - v14; let v16 = (-4.0f64) - v13; let v17 = v15 + v16; let v18 = v9 + 4.0f64; let v19 = v18 - v9;
let v20 = v18 - v19; let v21 = v9 - v20; let v22 = 4.0f64 - v19; let v23 = v21 + v22; let v24 = v12 / v18;
let v25 = v24 * v18; let v26 = -v25; let v27 = v24.mul_add(v18, v26); let v28 = v12 - v25; let v29 = v28 - v27;
let v30 = v29 + v17; let v31 = v24 * v23; let v32 = v30 - v31; let v33 = v32 / v18; let v34 = v24 + v33;
let v35 = v34 - v24; let v36 = v33 - v35; let v37 = v34 * v34; let v39 = 2.9111659955327447e-10f64 * v37;
let v41 = v39 + 1.6868082625932292e-9f64; let v42 = v41 * v37; let v44 = v42 + (-1.9106294487779176e-8f64);
let v45 = v44 * v37; let v47 = v45 + 7.703495881102781e-8f64; let v48 = v47 * v37;
let v50 = v48 + 2.916445562939141e-7f64; let v51 = v50 * v37; let v53 = v51 + (-1.1220902504340601e-5f64);
let v54 = v53 * v37; let v56 = v54 + 0.00015062131217624512f64; let v57 = v56 * v37;
let v59 = v57 + (-0.0007577732147971718f64); let v60 = v59 * v37; let v62 = v60 + (-0.016197734067039865f64);
let v63 = v62 * v37; let v65 = v63 + (-0.06633036581154421f64); let v66 = v65 * v37;
let v68 = v66 + (-0.10103906603632955f64); let v69 = v68 * v37; let v71 = v69 + 0.015379652102620111f64;
let v73 = 2.1031095817570338e-9f64 * v37; let v75 = v73 + (-1.660879467182853e-8f64); let v76 = v75 * v37;
let v78 = v76 + 1.1328048304274549e-7f64; let v79 = v78 * v37; let v81 = v79 + (-8.277591913537945e-7f64);
let v82 = v81 * v37; let v84 = v82 + 5.710769473216913e-6f64; let v85 = v84 * v37;
let v87 = v85 + (-2.4399505458525544e-5f64); let v88 = v87 * v37; let v90 = v88 + (-0.00019925664291065565f64);
let v91 = v90 * v37; let v93 = v91 + 0.005031969972225688f64; let v94 = v93 * v37;
let v96 = v94 + 0.03716751553787908f64; let v97 = v96 * v37; let v99 = v97 + 0.09373283499833329f64;
let v100 = v99 * v37; let v102 = v100 + 0.06809705425469303f64; let v103 = v102 * v34; let v104 = v71 + v103;
let v105 = v104 * v34; let v107 = v105 + (-0.13962111684056253f64); let v108 = v107 * v34; let v109 = -v108;
let v110 = v107.mul_add(v34, v109); let v111 = v107 * v36; let v112 = v110 + v111;
let v114 = 1.2329951186255526f64 + v108; let v115 = v114 - 1.2329951186255526f64; let v116 = v114 - v115;
let v117 = 1.2329951186255526f64 - v116; let v118 = v108 - v115; let v119 = v117 + v118; let v120 = 0.0f64 + v112;
let v121 = v119 + v120; let v122 = v114 + v121; let v123 = v122 - v114; let v124 = v121 - v123; let v126 = v9 + v9;
let v127 = v126 + 1.0f64; let v128 = v127 - v126; let v129 = v127 - v128; let v130 = v126 - v129;
let v131 = 1.0f64 - v128; let v132 = v130 + v131; let v133 = v122 / v127; let v134 = v133 * v127; let v135 = -v134;
let v136 = v133.mul_add(v127, v135); let v137 = v122 - v134; let v138 = v137 - v136; let v139 = v138 + v124;
let v140 = v133 * v132; let v141 = v139 - v140; let v142 = v141 / v127; let v143 = v133 + v142;
let v144 = v143 - v133; let v145 = v142 - v144; let v146 = v9 * v9; let v147 = -v146; let v148 = v9.mul_add(v9, v147);
let v149 = -v146; let v150 = -v148; let v152 = v149 * 1.4426950408889634f64; let v154 = v152 + 6755399441055744.0f64;
let v155 = v154.to_bits() as i64; let v158 = v154 + (-6755399441055744.0f64);
let v159 = v155.wrapping_sub(4843621399236968448i64); let v162 = v158 * 0.6931471803691238f64; let v163 = v149 - v162;
let v164 = v158 * 1.9082149292705877e-10f64; let v165 = -v164; let v166 = v163 + v165; let v167 = v166 - v163;
let v168 = v166 - v167; let v169 = v163 - v168; let v170 = v165 - v167; let v171 = v169 + v170;
let v172 = v171 + v150; let v173 = v166 + v172; let v174 = v173 - v166; let v175 = v173 - v174;
let v176 = v166 - v175; let v177 = v172 - v174; let v178 = v176 + v177; let v179 = v173 * v173;
let v180 = v173 * v173; let v182 = 2.5105419192016337e-8f64 * v180; let v184 = v182 + 2.75572549134867e-6f64;
let v185 = v184 * v180; let v187 = v185 + 0.00019841269875205077f64; let v188 = v187 * v180;
let v190 = v188 + 0.008333333333326025f64; let v191 = v190 * v180; let v193 = v191 + 0.1666666666666667f64;
let v195 = 2.091483135138041e-9f64 * v180; let v197 = v195 + 2.7557273295539724e-7f64; let v198 = v197 * v180;
let v200 = v198 + 2.4801587325822283e-5f64; let v201 = v200 * v180; let v203 = v201 + 0.001388888888888367f64;
let v204 = v203 * v180; let v206 = v204 + 0.04166666666666667f64; let v207 = v206 * v173; let v208 = v193 + v207;
let v209 = v208 * v173; let v211 = v209 + 0.5f64; let v212 = v179 * v211; let v214 = 1.0f64 + v173;
let v215 = v214 - 1.0f64; let v216 = v173 - v215; let v217 = v212 + v178; let v218 = v178 * v173;
let v219 = v217 + v218; let v220 = v216 + v219; let v221 = v214 + v220; let v222 = v221 - v214;
let v223 = v220 - v222; let v224 = v143 * v221; let v225 = -v224; let v226 = v143.mul_add(v221, v225);
let v227 = v143 * v223; let v228 = v145 * v221; let v229 = v227 + v228; let v230 = v226 + v229;
let v231 = v224 + v230; let v232 = v231 - v224; let v233 = v230 - v232; let v235 = v159 >> 1;
let v236 = v159.wrapping_sub(v235); let v238 = v235.wrapping_add(1023i64); let v240 = v238 << 52;
let v241 = f64::from_bits(v240 as u64); let v243 = v236.wrapping_add(1023i64); let v245 = v243 << 52;
let v246 = f64::from_bits(v245 as u64); let v247 = v231 * v241; let v248 = v247 * v246; let v250 = v159 >> 1;
let v251 = v159.wrapping_sub(v250); let v253 = v250.wrapping_add(1023i64); let v255 = v253 << 52;
let v256 = f64::from_bits(v255 as u64); let v258 = v251.wrapping_add(1023i64); let v260 = v258 << 52;
let v261 = f64::from_bits(v260 as u64); let v262 = v233 * v256; let v263 = v262 * v261; let v265 = -v248;
let v266 = 1.0f64 + v265; let v267 = v266 - 1.0f64; let v268 = v265 - v267; let v269 = v268 - v263;
let v270 = v266 + v269; let v271 = v2 * v2; let v272 = v271 * v271; let v274 = (-1.1371291831047954e-9f64) * v272;
let v276 = v274 + (-1.6350256278696497e-7f64); let v277 = v276 * v272; let v279 = v277 + (-1.4925594957596026e-5f64);
let v280 = v279 * v272; let v282 = v280 + (-0.0008548326980509413f64); let v283 = v282 * v272;
let v285 = v283 + (-0.02686617064507627f64); let v286 = v285 * v272; let v288 = v286 + (-0.3761263890318375f64);
let v290 = 5.954471583153482e-11f64 * v272; let v292 = v290 + 1.4659383821340068e-8f64; let v293 = v292 * v272;
let v295 = v293 + 1.6460995338195411e-6f64; let v296 = v295 * v272; let v298 = v296 + 0.00012055331099279798f64;
let v299 = v298 * v272; let v301 = v299 + 0.005223977624812638f64; let v302 = v301 * v272;
let v304 = v302 + 0.11283791670954876f64; let v305 = v304 * v271; let v306 = v288 + v305; let v307 = v306 * v271;
let v309 = v307 + 0.1283791670955126f64; let v310 = v2 * v309; let v311 = v2 + v310; let v313 = v2 < 1.0f64;
let v314 = if v313 { v311 } else { v270 }; let v315 = v314.copysign(v0); let v316 = v0 != v0;
let v317 = if v316 { v0 } else { v315 }; (v317, false)
}
#[inline(always)]
pub fn erf(v0: f64) -> f64 {
erf_quick(v0).0
}
#[inline(always)]
pub fn erfc_quick(v0: f64) -> (f64, bool) {
let v2 = v0.abs(); let v6 = v2 > 0.0f64; let v7 = if v6 { v2 } else { 0.0f64 }; let v8 = v7 < 28.0f64;
let v9 = if v8 { v7 } else { 28.0f64 }; let v12 = v9 + (-4.0f64); let v13 = v12 - v9; let v14 = v12 - v13;
let v15 = v9 - v14; let v16 = (-4.0f64) - v13; let v17 = v15 + v16; let v18 = v9 + 4.0f64; let v19 = v18 - v9;
let v20 = v18 - v19; let v21 = v9 - v20; let v22 = 4.0f64 - v19; let v23 = v21 + v22; let v24 = v12 / v18;
let v25 = v24 * v18; let v26 = -v25; let v27 = v24.mul_add(v18, v26); let v28 = v12 - v25; let v29 = v28 - v27;
let v30 = v29 + v17; let v31 = v24 * v23; let v32 = v30 - v31; let v33 = v32 / v18; let v34 = v24 + v33;
let v35 = v34 - v24; let v36 = v33 - v35; let v37 = v34 * v34; let v39 = 2.9111659955327447e-10f64 * v37;
let v41 = v39 + 1.6868082625932292e-9f64; let v42 = v41 * v37; let v44 = v42 + (-1.9106294487779176e-8f64);
let v45 = v44 * v37; let v47 = v45 + 7.703495881102781e-8f64; let v48 = v47 * v37;
let v50 = v48 + 2.916445562939141e-7f64; let v51 = v50 * v37; let v53 = v51 + (-1.1220902504340601e-5f64);
let v54 = v53 * v37; let v56 = v54 + 0.00015062131217624512f64; let v57 = v56 * v37;
let v59 = v57 + (-0.0007577732147971718f64); let v60 = v59 * v37; let v62 = v60 + (-0.016197734067039865f64);
let v63 = v62 * v37; let v65 = v63 + (-0.06633036581154421f64); let v66 = v65 * v37;
let v68 = v66 + (-0.10103906603632955f64); let v69 = v68 * v37; let v71 = v69 + 0.015379652102620111f64;
let v73 = 2.1031095817570338e-9f64 * v37; let v75 = v73 + (-1.660879467182853e-8f64); let v76 = v75 * v37;
let v78 = v76 + 1.1328048304274549e-7f64; let v79 = v78 * v37; let v81 = v79 + (-8.277591913537945e-7f64);
let v82 = v81 * v37; let v84 = v82 + 5.710769473216913e-6f64; let v85 = v84 * v37;
let v87 = v85 + (-2.4399505458525544e-5f64); let v88 = v87 * v37; let v90 = v88 + (-0.00019925664291065565f64);
let v91 = v90 * v37; let v93 = v91 + 0.005031969972225688f64; let v94 = v93 * v37;
let v96 = v94 + 0.03716751553787908f64; let v97 = v96 * v37; let v99 = v97 + 0.09373283499833329f64;
let v100 = v99 * v37; let v102 = v100 + 0.06809705425469303f64; let v103 = v102 * v34; let v104 = v71 + v103;
let v105 = v104 * v34; let v107 = v105 + (-0.13962111684056253f64); let v108 = v107 * v34; let v109 = -v108;
let v110 = v107.mul_add(v34, v109); let v111 = v107 * v36; let v112 = v110 + v111;
let v114 = 1.2329951186255526f64 + v108; let v115 = v114 - 1.2329951186255526f64; let v116 = v114 - v115;
let v117 = 1.2329951186255526f64 - v116; let v118 = v108 - v115; let v119 = v117 + v118; let v120 = 0.0f64 + v112;
let v121 = v119 + v120; let v122 = v114 + v121; let v123 = v122 - v114; let v124 = v121 - v123; let v126 = v9 + v9;
let v127 = v126 + 1.0f64; let v128 = v127 - v126; let v129 = v127 - v128; let v130 = v126 - v129;
let v131 = 1.0f64 - v128; let v132 = v130 + v131; let v133 = v122 / v127; let v134 = v133 * v127; let v135 = -v134;
let v136 = v133.mul_add(v127, v135); let v137 = v122 - v134; let v138 = v137 - v136; let v139 = v138 + v124;
let v140 = v133 * v132; let v141 = v139 - v140; let v142 = v141 / v127; let v143 = v133 + v142;
let v144 = v143 - v133; let v145 = v142 - v144; let v146 = v9 * v9; let v147 = -v146; let v148 = v9.mul_add(v9, v147);
let v149 = -v146; let v150 = -v148; let v152 = v149 * 1.4426950408889634f64; let v154 = v152 + 6755399441055744.0f64;
let v155 = v154.to_bits() as i64; let v158 = v154 + (-6755399441055744.0f64);
let v159 = v155.wrapping_sub(4843621399236968448i64); let v162 = v158 * 0.6931471803691238f64; let v163 = v149 - v162;
let v164 = v158 * 1.9082149292705877e-10f64; let v165 = -v164; let v166 = v163 + v165; let v167 = v166 - v163;
let v168 = v166 - v167; let v169 = v163 - v168; let v170 = v165 - v167; let v171 = v169 + v170;
let v172 = v171 + v150; let v173 = v166 + v172; let v174 = v173 - v166; let v175 = v173 - v174;
let v176 = v166 - v175; let v177 = v172 - v174; let v178 = v176 + v177; let v179 = v173 * v173;
let v180 = v173 * v173; let v182 = 2.5105419192016337e-8f64 * v180; let v184 = v182 + 2.75572549134867e-6f64;
let v185 = v184 * v180; let v187 = v185 + 0.00019841269875205077f64; let v188 = v187 * v180;
let v190 = v188 + 0.008333333333326025f64; let v191 = v190 * v180; let v193 = v191 + 0.1666666666666667f64;
let v195 = 2.091483135138041e-9f64 * v180; let v197 = v195 + 2.7557273295539724e-7f64; let v198 = v197 * v180;
let v200 = v198 + 2.4801587325822283e-5f64; let v201 = v200 * v180; let v203 = v201 + 0.001388888888888367f64;
let v204 = v203 * v180; let v206 = v204 + 0.04166666666666667f64; let v207 = v206 * v173; let v208 = v193 + v207;
let v209 = v208 * v173; let v211 = v209 + 0.5f64; let v212 = v179 * v211; let v214 = 1.0f64 + v173;
let v215 = v214 - 1.0f64; let v216 = v173 - v215; let v217 = v212 + v178; let v218 = v178 * v173;
let v219 = v217 + v218; let v220 = v216 + v219; let v221 = v214 + v220; let v222 = v221 - v214;
let v223 = v220 - v222; let v224 = v143 * v221; let v225 = -v224; let v226 = v143.mul_add(v221, v225);
let v227 = v143 * v223; let v228 = v145 * v221; let v229 = v227 + v228; let v230 = v226 + v229;
let v231 = v224 + v230; let v232 = v231 - v224; let v233 = v230 - v232; let v234 = v231 + v233; let v236 = v159 >> 1;
let v237 = v159.wrapping_sub(v236); let v239 = v236.wrapping_add(1023i64); let v241 = v239 << 52;
let v242 = f64::from_bits(v241 as u64); let v244 = v237.wrapping_add(1023i64); let v246 = v244 << 52;
let v247 = f64::from_bits(v246 as u64); let v248 = v234 * v242; let v249 = v248 * v247; let v252 = v159 >> 1;
let v253 = v159.wrapping_sub(v252); let v255 = v252.wrapping_add(1023i64); let v257 = v255 << 52;
let v258 = f64::from_bits(v257 as u64); let v260 = v253.wrapping_add(1023i64); let v262 = v260 << 52;
let v263 = f64::from_bits(v262 as u64); let v264 = v231 * v258; let v265 = v264 * v263; let v267 = v159 >> 1;
let v268 = v159.wrapping_sub(v267); let v270 = v267.wrapping_add(1023i64); let v272 = v270 << 52;
let v273 = f64::from_bits(v272 as u64); let v275 = v268.wrapping_add(1023i64); let v277 = v275 << 52;
let v278 = f64::from_bits(v277 as u64); let v279 = v233 * v273; let v280 = v279 * v278; let v281 = -v265;
let v282 = 2.0f64 + v281; let v283 = v282 - 2.0f64; let v284 = v281 - v283; let v285 = v284 - v280;
let v286 = v282 + v285; let v288 = v0 < 0.0f64; let v289 = if v288 { v286 } else { v249 }; let v290 = v0 != v0;
let v291 = if v290 { v0 } else { v289 }; (v291, false)
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

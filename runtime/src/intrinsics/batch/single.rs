//! Elementary functions of f32, as the pass `math-expand` gives them (written by the test host_math of the
//! IR; not to be changed by hand).

#[inline(always)]
pub fn exp_quick(v0: f32) -> (f32, bool) {
let v4 = v0 > (-104.0f32); let v5 = if v4 { v0 } else { (-104.0f32) }; let v6 = v5 < 89.0f32;
let v7 = if v6 { v5 } else { 89.0f32 }; let v9 = v7 * 1.442695f32; let v11 = v9 + 12582912.0f32;
let v12 = v11.to_bits() as i32; let v15 = v11 + (-12582912.0f32); let v16 = v12.wrapping_sub(1262485504i32);
let v19 = v15 * 0.69314575f32; let v20 = v7 - v19; let v21 = v15 * 1.4286068e-6f32; let v22 = v20 - v21;
let v23 = v22 * v22; let v24 = v22 * v22; let v26 = 0.0001989118f32 * v24; let v28 = v26 + 0.0083333105f32;
let v29 = v28 * v24; let v31 = v29 + 0.16666667f32; let v33 = 0.0013933821f32 * v24; let v35 = v33 + 0.041666463f32;
let v36 = v35 * v22; let v37 = v31 + v36; let v38 = v37 * v22; let v40 = v38 + 0.5f32; let v41 = v23 * v40;
let v42 = v22 + v41; let v44 = v42 + 1.0f32; let v46 = v16.wrapping_add(254i32); let v48 = (v46 as u32 >> 1) as i32;
let v49 = v46.wrapping_sub(v48); let v51 = v48 << 23; let v53 = v49 << 23; let v54 = f32::from_bits(v51 as u32);
let v55 = f32::from_bits(v53 as u32); let v56 = v44 * v54; let v57 = v56 * v55; let v58 = v0 != v0;
let v59 = if v58 { v0 } else { v57 }; (v59, false)
}
#[inline(always)]
pub fn exp(v0: f32) -> f32 {
exp_quick(v0).0
}
#[inline(always)]
pub fn exp2_quick(v0: f32) -> (f32, bool) {
let v4 = v0 > (-151.0f32); let v5 = if v4 { v0 } else { (-151.0f32) }; let v6 = v5 < 129.0f32;
let v7 = if v6 { v5 } else { 129.0f32 }; let v9 = v7 + 12582912.0f32; let v10 = v9.to_bits() as i32;
let v13 = v9 + (-12582912.0f32); let v14 = v10.wrapping_sub(1262485504i32); let v15 = v7 - v13;
let v17 = v15 * 0.6931472f32; let v18 = v17 * v17; let v19 = v17 * v17; let v21 = 0.0001989118f32 * v19;
let v23 = v21 + 0.0083333105f32; let v24 = v23 * v19; let v26 = v24 + 0.16666667f32; let v28 = 0.0013933821f32 * v19;
let v30 = v28 + 0.041666463f32; let v31 = v30 * v17; let v32 = v26 + v31; let v33 = v32 * v17; let v35 = v33 + 0.5f32;
let v36 = v18 * v35; let v37 = v17 + v36; let v39 = v37 + 1.0f32; let v41 = v14.wrapping_add(254i32);
let v43 = (v41 as u32 >> 1) as i32; let v44 = v41.wrapping_sub(v43); let v46 = v43 << 23; let v48 = v44 << 23;
let v49 = f32::from_bits(v46 as u32); let v50 = f32::from_bits(v48 as u32); let v51 = v39 * v49; let v52 = v51 * v50;
let v53 = v0 != v0; let v54 = if v53 { v0 } else { v52 }; (v54, false)
}
#[inline(always)]
pub fn exp2(v0: f32) -> f32 {
exp2_quick(v0).0
}
#[inline(always)]
pub fn log_quick(v0: f32) -> (f32, bool) {
let v3 = v0 < 1.1754944e-38f32; let v5 = v0 * 33554432.0f32; let v6 = if v3 { v5 } else { v0 };
let v7 = v6.to_bits() as i32; let v9 = v7.wrapping_sub(1060439283i32); let v11 = v9 >> 23; let v13 = v11 << 23;
let v14 = v7.wrapping_sub(v13); let v15 = f32::from_bits(v14 as u32); let v18 = if v3 { 25i32 } else { 0i32 };
let v19 = v11.wrapping_sub(v18); let v21 = v15 + (-1.0f32); let v23 = v19.wrapping_add(1262485504i32);
let v24 = f32::from_bits(v23 as u32); let v26 = v24 + (-12582912.0f32); let v27 = v21 * v21; let v29 = v27 * 0.5f32;
let v31 = v21 + 2.0f32; let v32 = v21 / v31; let v33 = v32 * v32; let v35 = 0.23341943f32 * v33;
let v37 = v35 + 0.28550398f32; let v38 = v37 * v33; let v40 = v38 + 0.40000126f32; let v41 = v40 * v33;
let v43 = v41 + 0.6666667f32; let v44 = v33 * v43; let v47 = v29 + v44; let v48 = v32 * v47;
let v49 = v26 * 1.4286068e-6f32; let v50 = v48 + v49; let v51 = v29 - v50; let v52 = v51 - v21;
let v53 = v26 * 0.69314575f32; let v54 = v53 - v52; let v59 = v0 == 0.0f32; let v60 = v0 < 0.0f32;
let v61 = v0 == f32::INFINITY; let v62 = if v61 { f32::INFINITY } else { v54 };
let v63 = if v60 { f32::NAN } else { v62 }; let v64 = if v59 { -f32::INFINITY } else { v63 }; let v65 = v0 != v0;
let v66 = if v65 { v0 } else { v64 }; (v66, false)
}
#[inline(always)]
pub fn log(v0: f32) -> f32 {
log_quick(v0).0
}
#[inline(always)]
pub fn log2_quick(v0: f32) -> (f32, bool) {
let v3 = v0 < 1.1754944e-38f32; let v5 = v0 * 33554432.0f32; let v6 = if v3 { v5 } else { v0 };
let v7 = v6.to_bits() as i32; let v9 = v7.wrapping_sub(1060439283i32); let v11 = v9 >> 23; let v13 = v11 << 23;
let v14 = v7.wrapping_sub(v13); let v15 = f32::from_bits(v14 as u32); let v18 = if v3 { 25i32 } else { 0i32 };
let v19 = v11.wrapping_sub(v18); let v21 = v15 + (-1.0f32); let v22 = v21 * v21; let v24 = v22 * 0.5f32;
let v26 = v21 + 2.0f32; let v27 = v21 / v26; let v28 = v27 * v27; let v30 = 0.23341943f32 * v28;
let v32 = v30 + 0.28550398f32; let v33 = v32 * v28; let v35 = v33 + 0.40000126f32; let v36 = v35 * v28;
let v38 = v36 + 0.6666667f32; let v39 = v28 * v38; let v40 = v24 + v39; let v41 = v27 * v40; let v42 = v21 - v24;
let v43 = v42.to_bits() as i32; let v45 = v43 & (-4096i32); let v46 = f32::from_bits(v45 as u32); let v47 = v21 - v46;
let v48 = v47 - v24; let v49 = v48 + v41; let v51 = v19.wrapping_add(1262485504i32);
let v52 = f32::from_bits(v51 as u32); let v54 = v52 + (-12582912.0f32); let v56 = v46 * 1.4423828f32;
let v57 = v46 + v49; let v59 = v57 * 0.0003122284f32; let v61 = v49 * 1.4423828f32; let v62 = v59 + v61;
let v64 = v54 * 0.0f32; let v65 = v62 + v64; let v67 = v54 * 1.0f32; let v68 = v67 + v56; let v69 = v68 - v67;
let v70 = v68 - v69; let v71 = v67 - v70; let v72 = v56 - v69; let v73 = v71 + v72; let v74 = v65 + v73;
let v75 = v68 + v74; let v80 = v0 == 0.0f32; let v81 = v0 < 0.0f32; let v82 = v0 == f32::INFINITY;
let v83 = if v82 { f32::INFINITY } else { v75 }; let v84 = if v81 { f32::NAN } else { v83 };
let v85 = if v80 { -f32::INFINITY } else { v84 }; let v86 = v0 != v0; let v87 = if v86 { v0 } else { v85 };
(v87, false)
}
#[inline(always)]
pub fn log2(v0: f32) -> f32 {
log2_quick(v0).0
}
#[inline(always)]
pub fn log10_quick(v0: f32) -> (f32, bool) {
let v3 = v0 < 1.1754944e-38f32; let v5 = v0 * 33554432.0f32; let v6 = if v3 { v5 } else { v0 };
let v7 = v6.to_bits() as i32; let v9 = v7.wrapping_sub(1060439283i32); let v11 = v9 >> 23; let v13 = v11 << 23;
let v14 = v7.wrapping_sub(v13); let v15 = f32::from_bits(v14 as u32); let v18 = if v3 { 25i32 } else { 0i32 };
let v19 = v11.wrapping_sub(v18); let v21 = v15 + (-1.0f32); let v22 = v21 * v21; let v24 = v22 * 0.5f32;
let v26 = v21 + 2.0f32; let v27 = v21 / v26; let v28 = v27 * v27; let v30 = 0.23341943f32 * v28;
let v32 = v30 + 0.28550398f32; let v33 = v32 * v28; let v35 = v33 + 0.40000126f32; let v36 = v35 * v28;
let v38 = v36 + 0.6666667f32; let v39 = v28 * v38; let v40 = v24 + v39; let v41 = v27 * v40; let v42 = v21 - v24;
let v43 = v42.to_bits() as i32; let v45 = v43 & (-4096i32); let v46 = f32::from_bits(v45 as u32); let v47 = v21 - v46;
let v48 = v47 - v24; let v49 = v48 + v41; let v51 = v19.wrapping_add(1262485504i32);
let v52 = f32::from_bits(v51 as u32); let v54 = v52 + (-12582912.0f32); let v56 = v46 * 0.4342041f32;
let v57 = v46 + v49; let v59 = v57 * 9.038034e-5f32; let v61 = v49 * 0.4342041f32; let v62 = v59 + v61;
let v64 = v54 * 4.605039e-6f32; let v65 = v62 + v64; let v67 = v54 * 0.3010254f32; let v68 = v67 + v56;
let v69 = v68 - v67; let v70 = v68 - v69; let v71 = v67 - v70; let v72 = v56 - v69; let v73 = v71 + v72;
let v74 = v65 + v73; let v75 = v68 + v74; let v80 = v0 == 0.0f32; let v81 = v0 < 0.0f32;
let v82 = v0 == f32::INFINITY; let v83 = if v82 { f32::INFINITY } else { v75 };
let v84 = if v81 { f32::NAN } else { v83 }; let v85 = if v80 { -f32::INFINITY } else { v84 }; let v86 = v0 != v0;
let v87 = if v86 { v0 } else { v85 }; (v87, false)
}
#[inline(always)]
pub fn log10(v0: f32) -> f32 {
log10_quick(v0).0
}
#[inline(always)]
pub fn pow_quick(v0: f32, v1: f32) -> (f32, bool) {
let v3 = v0.abs(); let v8 = v3 < 1.1754944e-38f32; let v10 = v3 * 33554432.0f32; let v11 = if v8 { v10 } else { v3 };
let v12 = v11.to_bits() as i32; let v14 = v12.wrapping_sub(1060439283i32); let v16 = v14 >> 23; let v18 = v16 << 23;
let v19 = v12.wrapping_sub(v18); let v20 = f32::from_bits(v19 as u32); let v23 = if v8 { 25i32 } else { 0i32 };
let v24 = v16.wrapping_sub(v23); let v26 = v20 + (-1.0f32); let v28 = 2.0f32 + v26; let v29 = v28 - 2.0f32;
let v30 = v26 - v29; let v32 = 1.0f32 / v28; let v33 = v26 * v32; let v34 = v33 * v28; let v35 = -v34;
let v36 = v33.mul_add(v28, v35); let v37 = v26 - v34; let v38 = v37 - v36; let v39 = v33 * v30; let v40 = v38 - v39;
let v41 = v40 * v32; let v42 = v33 * v33; let v43 = -v42; let v44 = v33.mul_add(v33, v43); let v45 = v33 + v33;
let v46 = v45 * v41; let v47 = v44 + v46; let v49 = 0.16206984f32 * v42; let v51 = v49 + 0.18166365f32;
let v52 = v51 * v42; let v54 = v52 + 0.22222315f32; let v55 = v54 * v42; let v57 = v55 + 0.2857143f32;
let v58 = v42 * v57; let v60 = v58 + 0.4f32; let v61 = v42 * v60; let v64 = 0.6666667f32 + v61;
let v65 = v64 - 0.6666667f32; let v66 = v61 - v65; let v67 = v66 + (-1.9868216e-8f32); let v68 = v42 * v64;
let v69 = -v68; let v70 = v42.mul_add(v64, v69); let v71 = v42 * v67; let v72 = v47 * v64; let v73 = v71 + v72;
let v74 = v70 + v73; let v75 = v33 * v68; let v76 = -v75; let v77 = v33.mul_add(v68, v76); let v78 = v33 * v74;
let v79 = v41 * v68; let v80 = v78 + v79; let v81 = v77 + v80; let v82 = v33 + v33; let v83 = v82 + v75;
let v84 = v83 - v82; let v85 = v75 - v84; let v86 = v41 + v41; let v87 = v86 + v81; let v88 = v85 + v87;
let v90 = v24.wrapping_add(1262485504i32); let v91 = f32::from_bits(v90 as u32); let v93 = v91 + (-12582912.0f32);
let v96 = v93 * 0.69314575f32; let v97 = v93 * 1.4286068e-6f32; let v98 = v96 + v83; let v99 = v98 - v96;
let v100 = v83 - v99; let v101 = v98 + v97; let v102 = v101 - v98; let v103 = v97 - v102; let v104 = v88 + v103;
let v105 = v100 + v104; let v108 = v1 > (-68719480000.0f32); let v109 = if v108 { v1 } else { (-68719480000.0f32) };
let v110 = v109 < 68719480000.0f32; let v111 = if v110 { v109 } else { 68719480000.0f32 }; let v112 = v101 * v111;
let v113 = -v112; let v114 = v101.mul_add(v111, v113); let v115 = v105 * v111; let v116 = v114 + v115;
let v119 = v112 > (-110.0f32); let v120 = if v119 { v112 } else { (-110.0f32) }; let v121 = v120 < 95.0f32;
let v122 = if v121 { v120 } else { 95.0f32 }; let v123 = v122 == v112; let v124 = if v123 { v116 } else { 0.0f32 };
let v126 = v122 * 1.442695f32; let v128 = v126 + 12582912.0f32; let v129 = v128.to_bits() as i32;
let v132 = v128 + (-12582912.0f32); let v133 = v129.wrapping_sub(1262485504i32); let v136 = v132 * 0.69314575f32;
let v137 = v122 - v136; let v138 = v132 * 1.4286068e-6f32; let v139 = v138 - v124; let v140 = v137 - v139;
let v141 = v140 * v140; let v142 = v140 * v140; let v144 = 0.0001989118f32 * v142; let v146 = v144 + 0.0083333105f32;
let v147 = v146 * v142; let v149 = v147 + 0.16666667f32; let v151 = 0.0013933821f32 * v142;
let v153 = v151 + 0.041666463f32; let v154 = v153 * v140; let v155 = v149 + v154; let v156 = v155 * v140;
let v158 = v156 + 0.5f32; let v159 = v141 * v158; let v160 = v140 + v159; let v162 = v160 + 1.0f32;
let v164 = v133.wrapping_add(254i32); let v166 = (v164 as u32 >> 1) as i32; let v167 = v164.wrapping_sub(v166);
let v169 = v166 << 23; let v171 = v167 << 23; let v172 = f32::from_bits(v169 as u32);
let v173 = f32::from_bits(v171 as u32); let v174 = v162 * v172; let v175 = v174 * v173; let v176 = v1 < 0.0f32;
let v177 = if v176 { f32::INFINITY } else { 0.0f32 }; let v178 = if v176 { 0.0f32 } else { f32::INFINITY };
let v179 = v3 == 0.0f32; let v180 = v3 == f32::INFINITY; let v181 = if v179 { v177 } else { v175 };
let v182 = if v180 { v178 } else { v181 }; let v183 = v1.floor(); let v184 = v183 == v1; let v186 = v1 * 0.5f32;
let v187 = v186.floor(); let v188 = v187 != v186; let v189 = v184 & v188; let v190 = v0.to_bits() as i32;
let v192 = v190 < 0i32; let v193 = v192 & v189; let v194 = -v182; let v195 = if v193 { v194 } else { v182 };
let v196 = v0 < 0.0f32; let v197 = !v184; let v198 = v196 & v197; let v199 = v3 < f32::INFINITY;
let v200 = v198 & v199; let v202 = if v200 { f32::NAN } else { v195 }; let v203 = v0 != v0;
let v204 = if v203 { v0 } else { v202 }; let v205 = v1 != v1; let v206 = if v205 { v1 } else { v204 };
let v207 = v1 == 0.0f32; let v208 = v0 == 1.0f32; let v209 = if v207 { 1.0f32 } else { v206 };
let v210 = if v208 { 1.0f32 } else { v209 }; (v210, false)
}
#[inline(always)]
pub fn pow(v0: f32, v1: f32) -> f32 {
pow_quick(v0, v1).0
}
#[inline(always)]
pub fn sin_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v6 = v2 > 800.0f32; let v8 = if v6 { 1.0f32 } else { v2 }; let v10 = v8 * 0.63661975f32;
let v12 = v10 + 12582912.0f32; let v13 = v12.to_bits() as i32; let v16 = v12 + (-12582912.0f32);
let v17 = v13.wrapping_sub(1262485504i32); let v19 = v16 * 1.5706787f32; let v20 = v8 - v19;
let v22 = v16 * (-0.000117614865f32); let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24;
let v26 = v20 - v25; let v27 = v22 - v24; let v28 = v26 + v27; let v30 = v16 * (-9.920313e-10f32);
let v31 = v23 + v30; let v32 = v31 - v23; let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32;
let v36 = v34 + v35; let v37 = v28 + v36; let v39 = v16 * (-6.2228e-14f32); let v40 = v31 + v39; let v41 = v40 - v31;
let v42 = v40 - v41; let v43 = v31 - v42; let v44 = v39 - v41; let v45 = v43 + v44; let v46 = v37 + v45;
let v48 = v16 * (-5.721189e-18f32); let v49 = v46 + v48; let v50 = v40 + v49; let v51 = v50 - v40;
let v52 = v49 - v51; let mut v53; let mut v54; let mut v55; v53 = v17; v54 = v50; v55 = v52; let v262 = v53;
let v263 = v54; let v264 = v55; let v266 = v2 <= 0.7853982f32; let v267 = if v266 { 0i32 } else { v262 };
let v268 = if v266 { v2 } else { v263 }; let v269 = if v266 { 0.0f32 } else { v264 }; let v270 = v268 * v268;
let v272 = 2.7249314e-6f32 * v270; let v274 = v272 + (-0.00019840083f32); let v275 = v274 * v270;
let v277 = v275 + 0.008333332f32; let v278 = v277 * v270; let v280 = v278 + (-0.16666667f32); let v281 = v270 * v268;
let v282 = v281 * v280; let v284 = v270 * 0.5f32; let v285 = v284 * v269; let v286 = v269 - v285;
let v287 = v282 + v286; let v288 = v268 + v287; let v289 = v288 - v268; let v290 = v287 - v289;
let v292 = (-2.730045e-7f32) * v270; let v294 = v292 + 2.4800596e-5f32; let v295 = v294 * v270;
let v297 = v295 + (-0.0013888888f32); let v298 = v297 * v270; let v300 = v298 + 0.041666668f32;
let v301 = v270 * v270; let v302 = v301 * v300; let v304 = -v284; let v305 = 1.0f32 + v304; let v306 = v305 - 1.0f32;
let v307 = v304 - v306; let v308 = v268 * v269; let v309 = v302 - v308; let v310 = v307 + v309;
let v311 = v305 + v310; let v312 = v311 - v305; let v313 = v310 - v312; let v315 = v267.wrapping_add(0i32);
let v319 = v315 & 1i32; let v320 = v319 != 0i32; let v321 = if v320 { v311 } else { v288 }; let v322 = v315 & 2i32;
let v324 = v322 << 30; let v325 = v321.to_bits() as i32; let v326 = v325 ^ v324; let v327 = v0.to_bits() as i32;
let v329 = v327 & (-2147483648i32); let v330 = v326 ^ v329; let v331 = f32::from_bits(v330 as u32);
let v334 = v2 < f32::INFINITY; let v335 = if v334 { v331 } else { f32::NAN }; (v335, v6)
}
#[inline(always)]
pub fn sin(v0: f32) -> f32 {
let v2 = v0.abs(); let v6 = v2 > 800.0f32; let v8 = if v6 { 1.0f32 } else { v2 }; let v10 = v8 * 0.63661975f32;
let v12 = v10 + 12582912.0f32; let v13 = v12.to_bits() as i32; let v16 = v12 + (-12582912.0f32);
let v17 = v13.wrapping_sub(1262485504i32); let v19 = v16 * 1.5706787f32; let v20 = v8 - v19;
let v22 = v16 * (-0.000117614865f32); let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24;
let v26 = v20 - v25; let v27 = v22 - v24; let v28 = v26 + v27; let v30 = v16 * (-9.920313e-10f32);
let v31 = v23 + v30; let v32 = v31 - v23; let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32;
let v36 = v34 + v35; let v37 = v28 + v36; let v39 = v16 * (-6.2228e-14f32); let v40 = v31 + v39; let v41 = v40 - v31;
let v42 = v40 - v41; let v43 = v31 - v42; let v44 = v39 - v41; let v45 = v43 + v44; let v46 = v37 + v45;
let v48 = v16 * (-5.721189e-18f32); let v49 = v46 + v48; let v50 = v40 + v49; let v51 = v50 - v40;
let v52 = v49 - v51; let mut v53; let mut v54; let mut v55; v53 = v17; v54 = v50; v55 = v52; if v6 {
let v56 = v2.to_bits() as i32; let v59 = v56 & 8388607i32; let v60 = v59 | 8388608i32;
let v62 = (v56 as u32 >> 23) as i32; let v64 = v62.wrapping_add((-120i32)); let v66 = v64.max(0i32);
let v108 = (v66 as u32 >> 5) as i32; let v110 = v108 & 4i32; let v111 = v110 != 0i32;
let v112 = if v111 { (-181084736i32) } else { 0i32 };
let v113 = if v111 { (-614296167i32) } else { (-1560706194i32) };
let v114 = if v111 { 1011060801i32 } else { 1313084713i32 };
let v115 = if v111 { (-28220501i32) } else { (-64530479i32) };
let v116 = if v111 { (-558119583i32) } else { (-181084736i32) }; let v117 = if v111 { 0i32 } else { (-614296167i32) };
let v118 = if v111 { 0i32 } else { 1011060801i32 }; let v120 = v108 & 2i32; let v121 = v120 != 0i32;
let v122 = if v121 { v114 } else { v112 }; let v123 = if v121 { v115 } else { v113 };
let v124 = if v121 { v116 } else { v114 }; let v125 = if v121 { v117 } else { v115 };
let v126 = if v121 { v118 } else { v116 }; let v128 = v108 & 1i32; let v129 = v128 != 0i32;
let v130 = if v129 { v123 } else { v122 }; let v131 = if v129 { v124 } else { v123 };
let v132 = if v129 { v125 } else { v124 }; let v133 = if v129 { v126 } else { v125 }; let v135 = v66 & 31i32;
let v137 = 32i32.wrapping_sub(v135); let v138 = v130.checked_shl(v135 as u32).unwrap_or(0);
let v139 = (v131 as u32).checked_shr(v137 as u32).unwrap_or(0) as i32; let v140 = v138 | v139;
let v141 = v131.checked_shl(v135 as u32).unwrap_or(0);
let v142 = (v132 as u32).checked_shr(v137 as u32).unwrap_or(0) as i32; let v143 = v141 | v142;
let v144 = v132.checked_shl(v135 as u32).unwrap_or(0);
let v145 = (v133 as u32).checked_shr(v137 as u32).unwrap_or(0) as i32; let v146 = v144 | v145;
let v148 = v60 & 65535i32; let v150 = (v60 as u32 >> 16) as i32; let v151 = v146 & 65535i32;
let v153 = (v146 as u32 >> 16) as i32; let v154 = v148.wrapping_mul(v151); let v155 = v150.wrapping_mul(v151);
let v156 = v148.wrapping_mul(v153); let v157 = v150.wrapping_mul(v153); let v159 = (v154 as u32 >> 16) as i32;
let v160 = v155.wrapping_add(v159); let v161 = v160 & 65535i32; let v162 = v156.wrapping_add(v161);
let v164 = (v160 as u32 >> 16) as i32; let v166 = (v162 as u32 >> 16) as i32; let v167 = v157.wrapping_add(v164);
let v168 = v167.wrapping_add(v166); let v169 = v60.wrapping_mul(v143); let v170 = v168.wrapping_add(v169);
let v171 = (v170 as u32) < (v168 as u32); let v173 = if v171 { 1i32 } else { 0i32 };
let v174 = v60.wrapping_mul(v140); let v176 = v60 & 65535i32; let v178 = (v60 as u32 >> 16) as i32;
let v179 = v143 & 65535i32; let v181 = (v143 as u32 >> 16) as i32; let v182 = v176.wrapping_mul(v179);
let v183 = v178.wrapping_mul(v179); let v184 = v176.wrapping_mul(v181); let v185 = v178.wrapping_mul(v181);
let v187 = (v182 as u32 >> 16) as i32; let v188 = v183.wrapping_add(v187); let v189 = v188 & 65535i32;
let v190 = v184.wrapping_add(v189); let v192 = (v188 as u32 >> 16) as i32; let v194 = (v190 as u32 >> 16) as i32;
let v195 = v185.wrapping_add(v192); let v196 = v195.wrapping_add(v194); let v197 = v174.wrapping_add(v196);
let v198 = v197.wrapping_add(v173); let v200 = (v198 as u32 >> 30) as i32; let v202 = v198 << 2;
let v204 = (v170 as u32 >> 30) as i32; let v205 = v202 | v204; let v207 = v170 << 2;
let v209 = (v205 as u32 >> 31) as i32; let v210 = v200.wrapping_add(v209); let v213 = v205 >> 16;
let v214 = v205 & 65535i32; let v216 = (v207 as u32 >> 16) as i32; let v217 = v207 & 65535i32; let v218 = v213 as f32;
let v220 = v218 * 1.5258789e-5f32; let v221 = v214 as f32; let v223 = v221 * 2.3283064e-10f32; let v224 = v216 as f32;
let v226 = v224 * 3.5527137e-15f32; let v227 = v217 as f32; let v229 = v227 * 5.421011e-20f32; let v230 = v220 + v223;
let v231 = v230 - v220; let v232 = v230 - v231; let v233 = v220 - v232; let v234 = v223 - v231;
let v235 = v233 + v234; let v236 = v230 + v226; let v237 = v236 - v230; let v238 = v236 - v237;
let v239 = v230 - v238; let v240 = v226 - v237; let v241 = v239 + v240; let v242 = v235 + v241;
let v243 = v242 + v229; let v244 = v236 + v243; let v245 = v244 - v236; let v246 = v244 - v245;
let v247 = v236 - v246; let v248 = v243 - v245; let v249 = v247 + v248; let v252 = v244 * 1.5707964f32;
let v253 = -v252; let v254 = v244.mul_add(1.5707964f32, v253); let v255 = v244 * (-4.371139e-8f32);
let v256 = v249 * 1.5707964f32; let v257 = v255 + v256; let v258 = v254 + v257; let v259 = v252 + v258;
let v260 = v259 - v252; let v261 = v258 - v260; v53 = v210; v54 = v259; v55 = v261; } let v262 = v53; let v263 = v54;
let v264 = v55; let v266 = v2 <= 0.7853982f32; let v267 = if v266 { 0i32 } else { v262 };
let v268 = if v266 { v2 } else { v263 }; let v269 = if v266 { 0.0f32 } else { v264 }; let v270 = v268 * v268;
let v272 = 2.7249314e-6f32 * v270; let v274 = v272 + (-0.00019840083f32); let v275 = v274 * v270;
let v277 = v275 + 0.008333332f32; let v278 = v277 * v270; let v280 = v278 + (-0.16666667f32); let v281 = v270 * v268;
let v282 = v281 * v280; let v284 = v270 * 0.5f32; let v285 = v284 * v269; let v286 = v269 - v285;
let v287 = v282 + v286; let v288 = v268 + v287; let v289 = v288 - v268; let v290 = v287 - v289;
let v292 = (-2.730045e-7f32) * v270; let v294 = v292 + 2.4800596e-5f32; let v295 = v294 * v270;
let v297 = v295 + (-0.0013888888f32); let v298 = v297 * v270; let v300 = v298 + 0.041666668f32;
let v301 = v270 * v270; let v302 = v301 * v300; let v304 = -v284; let v305 = 1.0f32 + v304; let v306 = v305 - 1.0f32;
let v307 = v304 - v306; let v308 = v268 * v269; let v309 = v302 - v308; let v310 = v307 + v309;
let v311 = v305 + v310; let v312 = v311 - v305; let v313 = v310 - v312; let v315 = v267.wrapping_add(0i32);
let v319 = v315 & 1i32; let v320 = v319 != 0i32; let v321 = if v320 { v311 } else { v288 }; let v322 = v315 & 2i32;
let v324 = v322 << 30; let v325 = v321.to_bits() as i32; let v326 = v325 ^ v324; let v327 = v0.to_bits() as i32;
let v329 = v327 & (-2147483648i32); let v330 = v326 ^ v329; let v331 = f32::from_bits(v330 as u32);
let v334 = v2 < f32::INFINITY; let v335 = if v334 { v331 } else { f32::NAN }; v335
}
#[inline(always)]
pub fn cos_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v6 = v2 > 800.0f32; let v8 = if v6 { 1.0f32 } else { v2 }; let v10 = v8 * 0.63661975f32;
let v12 = v10 + 12582912.0f32; let v13 = v12.to_bits() as i32; let v16 = v12 + (-12582912.0f32);
let v17 = v13.wrapping_sub(1262485504i32); let v19 = v16 * 1.5706787f32; let v20 = v8 - v19;
let v22 = v16 * (-0.000117614865f32); let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24;
let v26 = v20 - v25; let v27 = v22 - v24; let v28 = v26 + v27; let v30 = v16 * (-9.920313e-10f32);
let v31 = v23 + v30; let v32 = v31 - v23; let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32;
let v36 = v34 + v35; let v37 = v28 + v36; let v39 = v16 * (-6.2228e-14f32); let v40 = v31 + v39; let v41 = v40 - v31;
let v42 = v40 - v41; let v43 = v31 - v42; let v44 = v39 - v41; let v45 = v43 + v44; let v46 = v37 + v45;
let v48 = v16 * (-5.721189e-18f32); let v49 = v46 + v48; let v50 = v40 + v49; let v51 = v50 - v40;
let v52 = v49 - v51; let mut v53; let mut v54; let mut v55; v53 = v17; v54 = v50; v55 = v52; let v262 = v53;
let v263 = v54; let v264 = v55; let v266 = v2 <= 0.7853982f32; let v267 = if v266 { 0i32 } else { v262 };
let v268 = if v266 { v2 } else { v263 }; let v269 = if v266 { 0.0f32 } else { v264 }; let v270 = v268 * v268;
let v272 = 2.7249314e-6f32 * v270; let v274 = v272 + (-0.00019840083f32); let v275 = v274 * v270;
let v277 = v275 + 0.008333332f32; let v278 = v277 * v270; let v280 = v278 + (-0.16666667f32); let v281 = v270 * v268;
let v282 = v281 * v280; let v284 = v270 * 0.5f32; let v285 = v284 * v269; let v286 = v269 - v285;
let v287 = v282 + v286; let v288 = v268 + v287; let v289 = v288 - v268; let v290 = v287 - v289;
let v292 = (-2.730045e-7f32) * v270; let v294 = v292 + 2.4800596e-5f32; let v295 = v294 * v270;
let v297 = v295 + (-0.0013888888f32); let v298 = v297 * v270; let v300 = v298 + 0.041666668f32;
let v301 = v270 * v270; let v302 = v301 * v300; let v304 = -v284; let v305 = 1.0f32 + v304; let v306 = v305 - 1.0f32;
let v307 = v304 - v306; let v308 = v268 * v269; let v309 = v302 - v308; let v310 = v307 + v309;
let v311 = v305 + v310; let v312 = v311 - v305; let v313 = v310 - v312; let v315 = v267.wrapping_add(1i32);
let v319 = v315 & 1i32; let v320 = v319 != 0i32; let v321 = if v320 { v311 } else { v288 }; let v322 = v315 & 2i32;
let v324 = v322 << 30; let v325 = v321.to_bits() as i32; let v326 = v325 ^ v324;
let v327 = f32::from_bits(v326 as u32); let v330 = v2 < f32::INFINITY; let v331 = if v330 { v327 } else { f32::NAN };
(v331, v6)
}
#[inline(always)]
pub fn cos(v0: f32) -> f32 {
let v2 = v0.abs(); let v6 = v2 > 800.0f32; let v8 = if v6 { 1.0f32 } else { v2 }; let v10 = v8 * 0.63661975f32;
let v12 = v10 + 12582912.0f32; let v13 = v12.to_bits() as i32; let v16 = v12 + (-12582912.0f32);
let v17 = v13.wrapping_sub(1262485504i32); let v19 = v16 * 1.5706787f32; let v20 = v8 - v19;
let v22 = v16 * (-0.000117614865f32); let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24;
let v26 = v20 - v25; let v27 = v22 - v24; let v28 = v26 + v27; let v30 = v16 * (-9.920313e-10f32);
let v31 = v23 + v30; let v32 = v31 - v23; let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32;
let v36 = v34 + v35; let v37 = v28 + v36; let v39 = v16 * (-6.2228e-14f32); let v40 = v31 + v39; let v41 = v40 - v31;
let v42 = v40 - v41; let v43 = v31 - v42; let v44 = v39 - v41; let v45 = v43 + v44; let v46 = v37 + v45;
let v48 = v16 * (-5.721189e-18f32); let v49 = v46 + v48; let v50 = v40 + v49; let v51 = v50 - v40;
let v52 = v49 - v51; let mut v53; let mut v54; let mut v55; v53 = v17; v54 = v50; v55 = v52; if v6 {
let v56 = v2.to_bits() as i32; let v59 = v56 & 8388607i32; let v60 = v59 | 8388608i32;
let v62 = (v56 as u32 >> 23) as i32; let v64 = v62.wrapping_add((-120i32)); let v66 = v64.max(0i32);
let v108 = (v66 as u32 >> 5) as i32; let v110 = v108 & 4i32; let v111 = v110 != 0i32;
let v112 = if v111 { (-181084736i32) } else { 0i32 };
let v113 = if v111 { (-614296167i32) } else { (-1560706194i32) };
let v114 = if v111 { 1011060801i32 } else { 1313084713i32 };
let v115 = if v111 { (-28220501i32) } else { (-64530479i32) };
let v116 = if v111 { (-558119583i32) } else { (-181084736i32) }; let v117 = if v111 { 0i32 } else { (-614296167i32) };
let v118 = if v111 { 0i32 } else { 1011060801i32 }; let v120 = v108 & 2i32; let v121 = v120 != 0i32;
let v122 = if v121 { v114 } else { v112 }; let v123 = if v121 { v115 } else { v113 };
let v124 = if v121 { v116 } else { v114 }; let v125 = if v121 { v117 } else { v115 };
let v126 = if v121 { v118 } else { v116 }; let v128 = v108 & 1i32; let v129 = v128 != 0i32;
let v130 = if v129 { v123 } else { v122 }; let v131 = if v129 { v124 } else { v123 };
let v132 = if v129 { v125 } else { v124 }; let v133 = if v129 { v126 } else { v125 }; let v135 = v66 & 31i32;
let v137 = 32i32.wrapping_sub(v135); let v138 = v130.checked_shl(v135 as u32).unwrap_or(0);
let v139 = (v131 as u32).checked_shr(v137 as u32).unwrap_or(0) as i32; let v140 = v138 | v139;
let v141 = v131.checked_shl(v135 as u32).unwrap_or(0);
let v142 = (v132 as u32).checked_shr(v137 as u32).unwrap_or(0) as i32; let v143 = v141 | v142;
let v144 = v132.checked_shl(v135 as u32).unwrap_or(0);
let v145 = (v133 as u32).checked_shr(v137 as u32).unwrap_or(0) as i32; let v146 = v144 | v145;
let v148 = v60 & 65535i32; let v150 = (v60 as u32 >> 16) as i32; let v151 = v146 & 65535i32;
let v153 = (v146 as u32 >> 16) as i32; let v154 = v148.wrapping_mul(v151); let v155 = v150.wrapping_mul(v151);
let v156 = v148.wrapping_mul(v153); let v157 = v150.wrapping_mul(v153); let v159 = (v154 as u32 >> 16) as i32;
let v160 = v155.wrapping_add(v159); let v161 = v160 & 65535i32; let v162 = v156.wrapping_add(v161);
let v164 = (v160 as u32 >> 16) as i32; let v166 = (v162 as u32 >> 16) as i32; let v167 = v157.wrapping_add(v164);
let v168 = v167.wrapping_add(v166); let v169 = v60.wrapping_mul(v143); let v170 = v168.wrapping_add(v169);
let v171 = (v170 as u32) < (v168 as u32); let v173 = if v171 { 1i32 } else { 0i32 };
let v174 = v60.wrapping_mul(v140); let v176 = v60 & 65535i32; let v178 = (v60 as u32 >> 16) as i32;
let v179 = v143 & 65535i32; let v181 = (v143 as u32 >> 16) as i32; let v182 = v176.wrapping_mul(v179);
let v183 = v178.wrapping_mul(v179); let v184 = v176.wrapping_mul(v181); let v185 = v178.wrapping_mul(v181);
let v187 = (v182 as u32 >> 16) as i32; let v188 = v183.wrapping_add(v187); let v189 = v188 & 65535i32;
let v190 = v184.wrapping_add(v189); let v192 = (v188 as u32 >> 16) as i32; let v194 = (v190 as u32 >> 16) as i32;
let v195 = v185.wrapping_add(v192); let v196 = v195.wrapping_add(v194); let v197 = v174.wrapping_add(v196);
let v198 = v197.wrapping_add(v173); let v200 = (v198 as u32 >> 30) as i32; let v202 = v198 << 2;
let v204 = (v170 as u32 >> 30) as i32; let v205 = v202 | v204; let v207 = v170 << 2;
let v209 = (v205 as u32 >> 31) as i32; let v210 = v200.wrapping_add(v209); let v213 = v205 >> 16;
let v214 = v205 & 65535i32; let v216 = (v207 as u32 >> 16) as i32; let v217 = v207 & 65535i32; let v218 = v213 as f32;
let v220 = v218 * 1.5258789e-5f32; let v221 = v214 as f32; let v223 = v221 * 2.3283064e-10f32; let v224 = v216 as f32;
let v226 = v224 * 3.5527137e-15f32; let v227 = v217 as f32; let v229 = v227 * 5.421011e-20f32; let v230 = v220 + v223;
let v231 = v230 - v220; let v232 = v230 - v231; let v233 = v220 - v232; let v234 = v223 - v231;
let v235 = v233 + v234; let v236 = v230 + v226; let v237 = v236 - v230; let v238 = v236 - v237;
let v239 = v230 - v238; let v240 = v226 - v237; let v241 = v239 + v240; let v242 = v235 + v241;
let v243 = v242 + v229; let v244 = v236 + v243; let v245 = v244 - v236; let v246 = v244 - v245;
let v247 = v236 - v246; let v248 = v243 - v245; let v249 = v247 + v248; let v252 = v244 * 1.5707964f32;
let v253 = -v252; let v254 = v244.mul_add(1.5707964f32, v253); let v255 = v244 * (-4.371139e-8f32);
let v256 = v249 * 1.5707964f32; let v257 = v255 + v256; let v258 = v254 + v257; let v259 = v252 + v258;
let v260 = v259 - v252; let v261 = v258 - v260; v53 = v210; v54 = v259; v55 = v261; } let v262 = v53; let v263 = v54;
let v264 = v55; let v266 = v2 <= 0.7853982f32; let v267 = if v266 { 0i32 } else { v262 };
let v268 = if v266 { v2 } else { v263 }; let v269 = if v266 { 0.0f32 } else { v264 }; let v270 = v268 * v268;
let v272 = 2.7249314e-6f32 * v270; let v274 = v272 + (-0.00019840083f32); let v275 = v274 * v270;
let v277 = v275 + 0.008333332f32; let v278 = v277 * v270; let v280 = v278 + (-0.16666667f32); let v281 = v270 * v268;
let v282 = v281 * v280; let v284 = v270 * 0.5f32; let v285 = v284 * v269; let v286 = v269 - v285;
let v287 = v282 + v286; let v288 = v268 + v287; let v289 = v288 - v268; let v290 = v287 - v289;
let v292 = (-2.730045e-7f32) * v270; let v294 = v292 + 2.4800596e-5f32; let v295 = v294 * v270;
let v297 = v295 + (-0.0013888888f32); let v298 = v297 * v270; let v300 = v298 + 0.041666668f32;
let v301 = v270 * v270; let v302 = v301 * v300; let v304 = -v284; let v305 = 1.0f32 + v304; let v306 = v305 - 1.0f32;
let v307 = v304 - v306; let v308 = v268 * v269; let v309 = v302 - v308; let v310 = v307 + v309;
let v311 = v305 + v310; let v312 = v311 - v305; let v313 = v310 - v312; let v315 = v267.wrapping_add(1i32);
let v319 = v315 & 1i32; let v320 = v319 != 0i32; let v321 = if v320 { v311 } else { v288 }; let v322 = v315 & 2i32;
let v324 = v322 << 30; let v325 = v321.to_bits() as i32; let v326 = v325 ^ v324;
let v327 = f32::from_bits(v326 as u32); let v330 = v2 < f32::INFINITY; let v331 = if v330 { v327 } else { f32::NAN };
v331
}
#[inline(always)]
pub fn tan_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v6 = v2 > 800.0f32; let v8 = if v6 { 1.0f32 } else { v2 }; let v10 = v8 * 0.63661975f32;
let v12 = v10 + 12582912.0f32; let v13 = v12.to_bits() as i32; let v16 = v12 + (-12582912.0f32);
let v17 = v13.wrapping_sub(1262485504i32); let v19 = v16 * 1.5706787f32; let v20 = v8 - v19;
let v22 = v16 * (-0.000117614865f32); let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24;
let v26 = v20 - v25; let v27 = v22 - v24; let v28 = v26 + v27; let v30 = v16 * (-9.920313e-10f32);
let v31 = v23 + v30; let v32 = v31 - v23; let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32;
let v36 = v34 + v35; let v37 = v28 + v36; let v39 = v16 * (-6.2228e-14f32); let v40 = v31 + v39; let v41 = v40 - v31;
let v42 = v40 - v41; let v43 = v31 - v42; let v44 = v39 - v41; let v45 = v43 + v44; let v46 = v37 + v45;
let v48 = v16 * (-5.721189e-18f32); let v49 = v46 + v48; let v50 = v40 + v49; let v51 = v50 - v40;
let v52 = v49 - v51; let mut v53; let mut v54; let mut v55; v53 = v17; v54 = v50; v55 = v52; let v262 = v53;
let v263 = v54; let v264 = v55; let v266 = v2 <= 0.7853982f32; let v267 = if v266 { 0i32 } else { v262 };
let v268 = if v266 { v2 } else { v263 }; let v269 = if v266 { 0.0f32 } else { v264 }; let v270 = v268 * v268;
let v272 = 2.7249314e-6f32 * v270; let v274 = v272 + (-0.00019840083f32); let v275 = v274 * v270;
let v277 = v275 + 0.008333332f32; let v278 = v277 * v270; let v280 = v278 + (-0.16666667f32); let v281 = v270 * v268;
let v282 = v281 * v280; let v284 = v270 * 0.5f32; let v285 = v284 * v269; let v286 = v269 - v285;
let v287 = v282 + v286; let v288 = v268 + v287; let v289 = v288 - v268; let v290 = v287 - v289;
let v292 = (-2.730045e-7f32) * v270; let v294 = v292 + 2.4800596e-5f32; let v295 = v294 * v270;
let v297 = v295 + (-0.0013888888f32); let v298 = v297 * v270; let v300 = v298 + 0.041666668f32;
let v301 = v270 * v270; let v302 = v301 * v300; let v304 = -v284; let v305 = 1.0f32 + v304; let v306 = v305 - 1.0f32;
let v307 = v304 - v306; let v308 = v268 * v269; let v309 = v302 - v308; let v310 = v307 + v309;
let v311 = v305 + v310; let v312 = v311 - v305; let v313 = v310 - v312; let v316 = v267 & 1i32;
let v317 = v316 != 0i32; let v318 = -v288; let v319 = -v290; let v320 = if v317 { v311 } else { v288 };
let v321 = if v317 { v313 } else { v290 }; let v322 = if v317 { v318 } else { v311 };
let v323 = if v317 { v319 } else { v313 }; let v324 = v320 / v322; let v325 = v324 * v322; let v326 = -v325;
let v327 = v324.mul_add(v322, v326); let v328 = v320 - v325; let v329 = v328 - v327; let v330 = v329 + v321;
let v331 = v324 * v323; let v332 = v330 - v331; let v333 = v332 / v322; let v334 = v324 + v333;
let v335 = v334 - v324; let v336 = v333 - v335; let v338 = v2 < 0.00012207031f32; let v339 = v2 * v2;
let v340 = v339 * v2; let v342 = v340 * 0.33333334f32; let v343 = v2 + v342;
let v344 = if v338 { v343 } else { v334 }; let v345 = -v344; let v347 = v0 < 0.0f32;
let v348 = if v347 { v345 } else { v344 }; let v349 = v0 == 0.0f32; let v350 = if v349 { v0 } else { v348 };
let v353 = v2 < f32::INFINITY; let v354 = if v353 { v350 } else { f32::NAN }; (v354, v6)
}
#[inline(always)]
pub fn tan(v0: f32) -> f32 {
let v2 = v0.abs(); let v6 = v2 > 800.0f32; let v8 = if v6 { 1.0f32 } else { v2 }; let v10 = v8 * 0.63661975f32;
let v12 = v10 + 12582912.0f32; let v13 = v12.to_bits() as i32; let v16 = v12 + (-12582912.0f32);
let v17 = v13.wrapping_sub(1262485504i32); let v19 = v16 * 1.5706787f32; let v20 = v8 - v19;
let v22 = v16 * (-0.000117614865f32); let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24;
let v26 = v20 - v25; let v27 = v22 - v24; let v28 = v26 + v27; let v30 = v16 * (-9.920313e-10f32);
let v31 = v23 + v30; let v32 = v31 - v23; let v33 = v31 - v32; let v34 = v23 - v33; let v35 = v30 - v32;
let v36 = v34 + v35; let v37 = v28 + v36; let v39 = v16 * (-6.2228e-14f32); let v40 = v31 + v39; let v41 = v40 - v31;
let v42 = v40 - v41; let v43 = v31 - v42; let v44 = v39 - v41; let v45 = v43 + v44; let v46 = v37 + v45;
let v48 = v16 * (-5.721189e-18f32); let v49 = v46 + v48; let v50 = v40 + v49; let v51 = v50 - v40;
let v52 = v49 - v51; let mut v53; let mut v54; let mut v55; v53 = v17; v54 = v50; v55 = v52; if v6 {
let v56 = v2.to_bits() as i32; let v59 = v56 & 8388607i32; let v60 = v59 | 8388608i32;
let v62 = (v56 as u32 >> 23) as i32; let v64 = v62.wrapping_add((-120i32)); let v66 = v64.max(0i32);
let v108 = (v66 as u32 >> 5) as i32; let v110 = v108 & 4i32; let v111 = v110 != 0i32;
let v112 = if v111 { (-181084736i32) } else { 0i32 };
let v113 = if v111 { (-614296167i32) } else { (-1560706194i32) };
let v114 = if v111 { 1011060801i32 } else { 1313084713i32 };
let v115 = if v111 { (-28220501i32) } else { (-64530479i32) };
let v116 = if v111 { (-558119583i32) } else { (-181084736i32) }; let v117 = if v111 { 0i32 } else { (-614296167i32) };
let v118 = if v111 { 0i32 } else { 1011060801i32 }; let v120 = v108 & 2i32; let v121 = v120 != 0i32;
let v122 = if v121 { v114 } else { v112 }; let v123 = if v121 { v115 } else { v113 };
let v124 = if v121 { v116 } else { v114 }; let v125 = if v121 { v117 } else { v115 };
let v126 = if v121 { v118 } else { v116 }; let v128 = v108 & 1i32; let v129 = v128 != 0i32;
let v130 = if v129 { v123 } else { v122 }; let v131 = if v129 { v124 } else { v123 };
let v132 = if v129 { v125 } else { v124 }; let v133 = if v129 { v126 } else { v125 }; let v135 = v66 & 31i32;
let v137 = 32i32.wrapping_sub(v135); let v138 = v130.checked_shl(v135 as u32).unwrap_or(0);
let v139 = (v131 as u32).checked_shr(v137 as u32).unwrap_or(0) as i32; let v140 = v138 | v139;
let v141 = v131.checked_shl(v135 as u32).unwrap_or(0);
let v142 = (v132 as u32).checked_shr(v137 as u32).unwrap_or(0) as i32; let v143 = v141 | v142;
let v144 = v132.checked_shl(v135 as u32).unwrap_or(0);
let v145 = (v133 as u32).checked_shr(v137 as u32).unwrap_or(0) as i32; let v146 = v144 | v145;
let v148 = v60 & 65535i32; let v150 = (v60 as u32 >> 16) as i32; let v151 = v146 & 65535i32;
let v153 = (v146 as u32 >> 16) as i32; let v154 = v148.wrapping_mul(v151); let v155 = v150.wrapping_mul(v151);
let v156 = v148.wrapping_mul(v153); let v157 = v150.wrapping_mul(v153); let v159 = (v154 as u32 >> 16) as i32;
let v160 = v155.wrapping_add(v159); let v161 = v160 & 65535i32; let v162 = v156.wrapping_add(v161);
let v164 = (v160 as u32 >> 16) as i32; let v166 = (v162 as u32 >> 16) as i32; let v167 = v157.wrapping_add(v164);
let v168 = v167.wrapping_add(v166); let v169 = v60.wrapping_mul(v143); let v170 = v168.wrapping_add(v169);
let v171 = (v170 as u32) < (v168 as u32); let v173 = if v171 { 1i32 } else { 0i32 };
let v174 = v60.wrapping_mul(v140); let v176 = v60 & 65535i32; let v178 = (v60 as u32 >> 16) as i32;
let v179 = v143 & 65535i32; let v181 = (v143 as u32 >> 16) as i32; let v182 = v176.wrapping_mul(v179);
let v183 = v178.wrapping_mul(v179); let v184 = v176.wrapping_mul(v181); let v185 = v178.wrapping_mul(v181);
let v187 = (v182 as u32 >> 16) as i32; let v188 = v183.wrapping_add(v187); let v189 = v188 & 65535i32;
let v190 = v184.wrapping_add(v189); let v192 = (v188 as u32 >> 16) as i32; let v194 = (v190 as u32 >> 16) as i32;
let v195 = v185.wrapping_add(v192); let v196 = v195.wrapping_add(v194); let v197 = v174.wrapping_add(v196);
let v198 = v197.wrapping_add(v173); let v200 = (v198 as u32 >> 30) as i32; let v202 = v198 << 2;
let v204 = (v170 as u32 >> 30) as i32; let v205 = v202 | v204; let v207 = v170 << 2;
let v209 = (v205 as u32 >> 31) as i32; let v210 = v200.wrapping_add(v209); let v213 = v205 >> 16;
let v214 = v205 & 65535i32; let v216 = (v207 as u32 >> 16) as i32; let v217 = v207 & 65535i32; let v218 = v213 as f32;
let v220 = v218 * 1.5258789e-5f32; let v221 = v214 as f32; let v223 = v221 * 2.3283064e-10f32; let v224 = v216 as f32;
let v226 = v224 * 3.5527137e-15f32; let v227 = v217 as f32; let v229 = v227 * 5.421011e-20f32; let v230 = v220 + v223;
let v231 = v230 - v220; let v232 = v230 - v231; let v233 = v220 - v232; let v234 = v223 - v231;
let v235 = v233 + v234; let v236 = v230 + v226; let v237 = v236 - v230; let v238 = v236 - v237;
let v239 = v230 - v238; let v240 = v226 - v237; let v241 = v239 + v240; let v242 = v235 + v241;
let v243 = v242 + v229; let v244 = v236 + v243; let v245 = v244 - v236; let v246 = v244 - v245;
let v247 = v236 - v246; let v248 = v243 - v245; let v249 = v247 + v248; let v252 = v244 * 1.5707964f32;
let v253 = -v252; let v254 = v244.mul_add(1.5707964f32, v253); let v255 = v244 * (-4.371139e-8f32);
let v256 = v249 * 1.5707964f32; let v257 = v255 + v256; let v258 = v254 + v257; let v259 = v252 + v258;
let v260 = v259 - v252; let v261 = v258 - v260; v53 = v210; v54 = v259; v55 = v261; } let v262 = v53; let v263 = v54;
let v264 = v55; let v266 = v2 <= 0.7853982f32; let v267 = if v266 { 0i32 } else { v262 };
let v268 = if v266 { v2 } else { v263 }; let v269 = if v266 { 0.0f32 } else { v264 }; let v270 = v268 * v268;
let v272 = 2.7249314e-6f32 * v270; let v274 = v272 + (-0.00019840083f32); let v275 = v274 * v270;
let v277 = v275 + 0.008333332f32; let v278 = v277 * v270; let v280 = v278 + (-0.16666667f32); let v281 = v270 * v268;
let v282 = v281 * v280; let v284 = v270 * 0.5f32; let v285 = v284 * v269; let v286 = v269 - v285;
let v287 = v282 + v286; let v288 = v268 + v287; let v289 = v288 - v268; let v290 = v287 - v289;
let v292 = (-2.730045e-7f32) * v270; let v294 = v292 + 2.4800596e-5f32; let v295 = v294 * v270;
let v297 = v295 + (-0.0013888888f32); let v298 = v297 * v270; let v300 = v298 + 0.041666668f32;
let v301 = v270 * v270; let v302 = v301 * v300; let v304 = -v284; let v305 = 1.0f32 + v304; let v306 = v305 - 1.0f32;
let v307 = v304 - v306; let v308 = v268 * v269; let v309 = v302 - v308; let v310 = v307 + v309;
let v311 = v305 + v310; let v312 = v311 - v305; let v313 = v310 - v312; let v316 = v267 & 1i32;
let v317 = v316 != 0i32; let v318 = -v288; let v319 = -v290; let v320 = if v317 { v311 } else { v288 };
let v321 = if v317 { v313 } else { v290 }; let v322 = if v317 { v318 } else { v311 };
let v323 = if v317 { v319 } else { v313 }; let v324 = v320 / v322; let v325 = v324 * v322; let v326 = -v325;
let v327 = v324.mul_add(v322, v326); let v328 = v320 - v325; let v329 = v328 - v327; let v330 = v329 + v321;
let v331 = v324 * v323; let v332 = v330 - v331; let v333 = v332 / v322; let v334 = v324 + v333;
let v335 = v334 - v324; let v336 = v333 - v335; let v338 = v2 < 0.00012207031f32; let v339 = v2 * v2;
let v340 = v339 * v2; let v342 = v340 * 0.33333334f32; let v343 = v2 + v342;
let v344 = if v338 { v343 } else { v334 }; let v345 = -v344; let v347 = v0 < 0.0f32;
let v348 = if v347 { v345 } else { v344 }; let v349 = v0 == 0.0f32; let v350 = if v349 { v0 } else { v348 };
let v353 = v2 < f32::INFINITY; let v354 = if v353 { v350 } else { f32::NAN }; v354
}
#[inline(always)]
pub fn asin_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v4 = v2 <= 0.5f32; let v7 = 1.0f32 - v2; let v9 = v7 * 0.5f32; let v10 = v9 > 0.0f32;
let v12 = if v10 { v9 } else { 0.5f32 }; let v13 = v12.sqrt(); let v14 = v13 * v13; let v15 = -v14;
let v16 = v13.mul_add(v13, v15); let v17 = v12 - v14; let v18 = v17 - v16; let v19 = v18 + 0.0f32;
let v20 = v13 + v13; let v21 = v19 / v20; let v22 = v13 + v21; let v23 = v22 - v13; let v24 = v21 - v23;
let v25 = if v10 { v22 } else { 0.0f32 }; let v26 = if v10 { v24 } else { 0.0f32 }; let v27 = v2 * v2;
let v28 = if v4 { v27 } else { v9 }; let v29 = if v4 { v2 } else { v25 }; let v30 = v28 * v28;
let v32 = 0.010566948f32 * v30; let v34 = v32 + 0.030268919f32; let v35 = v34 * v30; let v37 = v35 + 0.07499992f32;
let v39 = 0.03098546f32 * v30; let v41 = v39 + 0.023613714f32; let v42 = v41 * v30; let v44 = v42 + 0.044647675f32;
let v45 = v44 * v28; let v46 = v37 + v45; let v47 = v46 * v28; let v49 = v47 + 0.16666667f32; let v50 = v28 * v49;
let v51 = v29 * v50; let v52 = v29 + v51; let v56 = v29 * (-2.0f32); let v57 = v51 + v26; let v58 = v57 + v57;
let v59 = 1.5707964f32 + v56; let v60 = v59 - 1.5707964f32; let v61 = v56 - v60; let v62 = (-4.371139e-8f32) - v58;
let v63 = v61 + v62; let v64 = v59 + v63; let v65 = if v4 { v52 } else { v64 }; let v66 = v65.copysign(v0);
let v68 = v2 <= 1.0f32; let v70 = if v68 { v66 } else { f32::NAN }; (v70, false)
}
#[inline(always)]
pub fn asin(v0: f32) -> f32 {
asin_quick(v0).0
}
#[inline(always)]
pub fn acos_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v4 = v2 <= 0.5f32; let v7 = 1.0f32 - v2; let v9 = v7 * 0.5f32; let v10 = v9 > 0.0f32;
let v12 = if v10 { v9 } else { 0.5f32 }; let v13 = v12.sqrt(); let v14 = v13 * v13; let v15 = -v14;
let v16 = v13.mul_add(v13, v15); let v17 = v12 - v14; let v18 = v17 - v16; let v19 = v18 + 0.0f32;
let v20 = v13 + v13; let v21 = v19 / v20; let v22 = v13 + v21; let v23 = v22 - v13; let v24 = v21 - v23;
let v25 = if v10 { v22 } else { 0.0f32 }; let v26 = if v10 { v24 } else { 0.0f32 }; let v27 = v2 * v2;
let v28 = if v4 { v27 } else { v9 }; let v29 = if v4 { v2 } else { v25 }; let v30 = v28 * v28;
let v32 = 0.010566948f32 * v30; let v34 = v32 + 0.030268919f32; let v35 = v34 * v30; let v37 = v35 + 0.07499992f32;
let v39 = 0.03098546f32 * v30; let v41 = v39 + 0.023613714f32; let v42 = v41 * v30; let v44 = v42 + 0.044647675f32;
let v45 = v44 * v28; let v46 = v37 + v45; let v47 = v46 * v28; let v49 = v47 + 0.16666667f32; let v50 = v28 * v49;
let v51 = v29 * v50; let v52 = v51.copysign(v0); let v55 = -v0; let v56 = 1.5707964f32 + v55;
let v57 = v56 - 1.5707964f32; let v58 = v55 - v57; let v59 = (-4.371139e-8f32) - v52; let v60 = v58 + v59;
let v61 = v56 + v60; let v62 = v51 + v26; let v63 = v29 + v29; let v64 = v62 + v62; let v65 = v63 + v64;
let v68 = -v63; let v69 = 3.1415927f32 + v68; let v70 = v69 - 3.1415927f32; let v71 = v68 - v70;
let v72 = (-8.742278e-8f32) - v64; let v73 = v71 + v72; let v74 = v69 + v73; let v76 = v0 < 0.0f32;
let v77 = if v76 { v74 } else { v65 }; let v78 = if v4 { v61 } else { v77 }; let v80 = v2 <= 1.0f32;
let v82 = if v80 { v78 } else { f32::NAN }; (v82, false)
}
#[inline(always)]
pub fn acos(v0: f32) -> f32 {
acos_quick(v0).0
}
#[inline(always)]
pub fn atan_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v5 = v2 > 1.0f32; let v7 = v2 == f32::INFINITY; let v8 = if v5 { 1.0f32 } else { v2 };
let v9 = if v5 { v2 } else { 1.0f32 }; let v10 = if v7 { 1.0f32 } else { v9 }; let v11 = if v7 { 0.0f32 } else { v8 };
let v14 = v10 * 0.41421357f32; let v15 = v11 > v14; let v16 = -v10; let v17 = v11 + v16; let v18 = v17 - v11;
let v19 = v17 - v18; let v20 = v11 - v19; let v21 = v16 - v18; let v22 = v20 + v21; let v23 = v10 + v11;
let v24 = v23 - v10; let v25 = v11 - v24; let v26 = if v15 { v17 } else { v11 };
let v27 = if v15 { v22 } else { 0.0f32 }; let v28 = if v15 { v23 } else { v10 };
let v29 = if v15 { v25 } else { 0.0f32 }; let v30 = v26 / v28; let v31 = v30 * v28; let v32 = -v31;
let v33 = v30.mul_add(v28, v32); let v34 = v26 - v31; let v35 = v34 - v33; let v36 = v35 + v27; let v37 = v30 * v29;
let v38 = v36 - v37; let v39 = v38 / v28; let v40 = v30 + v39; let v41 = v40 - v30; let v42 = v39 - v41;
let v43 = v26.abs(); let v45 = v43 < 7.888609e-31f32; let v46 = v26 / v28; let v47 = if v45 { v46 } else { v40 };
let v48 = if v45 { 0.0f32 } else { v42 }; let v49 = v47 * v47; let v50 = v49 * v49; let v52 = 0.050280806f32 * v50;
let v54 = v52 + 0.11070312f32; let v55 = v54 * v50; let v57 = v55 + 0.19999976f32; let v59 = (-0.08616864f32) * v50;
let v61 = v59 + (-0.14284094f32); let v62 = v61 * v49; let v63 = v57 + v62; let v64 = v63 * v49;
let v66 = v64 + (-0.33333334f32); let v67 = v49 * v66; let v68 = v47 * v67; let v69 = v49 * v48; let v70 = v48 - v69;
let v71 = v68 + v70; let v74 = if v15 { 0.7853982f32 } else { 0.0f32 };
let v75 = if v15 { (-2.1855694e-8f32) } else { 0.0f32 }; let v78 = -v47; let v79 = -v71; let v82 = v74 == 0.0f32;
let v83 = if v82 { 1.5707964f32 } else { 0.7853982f32 };
let v84 = if v82 { (-4.371139e-8f32) } else { (-2.1855694e-8f32) }; let v85 = if v5 { v83 } else { v74 };
let v86 = if v5 { v84 } else { v75 }; let v87 = if v5 { v78 } else { v47 }; let v88 = if v5 { v79 } else { v71 };
let v89 = v85 + v87; let v90 = v89 - v85; let v91 = v89 - v90; let v92 = v85 - v91; let v93 = v87 - v90;
let v94 = v92 + v93; let v95 = v86 + v88; let v96 = v94 + v95; let v97 = v89 + v96; let v98 = v97.copysign(v0);
let v99 = v0 != v0; let v100 = if v99 { v0 } else { v98 }; (v100, false)
}
#[inline(always)]
pub fn atan(v0: f32) -> f32 {
atan_quick(v0).0
}
#[inline(always)]
pub fn atan2_quick(v0: f32, v1: f32) -> (f32, bool) {
let v3 = v0.abs(); let v4 = v1.abs(); let v8 = v3 == f32::INFINITY; let v9 = v4 == f32::INFINITY;
let v10 = if v8 { 1.0f32 } else { 0.0f32 }; let v11 = if v9 { 1.0f32 } else { 0.0f32 }; let v12 = v8 | v9;
let v13 = if v12 { v10 } else { v3 }; let v14 = if v12 { v11 } else { v4 }; let v15 = v13 > v14;
let v16 = if v15 { v14 } else { v13 }; let v17 = if v15 { v13 } else { v14 }; let v19 = v17 > 4.2535296e37f32;
let v21 = v17 < 8.6736174e-19f32; let v24 = if v19 { 0.25f32 } else { 1.0f32 };
let v25 = if v21 { 1.1529215e18f32 } else { v24 }; let v26 = v16 * v25; let v27 = v17 * v25; let v28 = v27 == 0.0f32;
let v29 = if v28 { 1.0f32 } else { v27 }; let v32 = v29 * 0.41421357f32; let v33 = v26 > v32; let v34 = -v29;
let v35 = v26 + v34; let v36 = v35 - v26; let v37 = v35 - v36; let v38 = v26 - v37; let v39 = v34 - v36;
let v40 = v38 + v39; let v41 = v29 + v26; let v42 = v41 - v29; let v43 = v26 - v42;
let v44 = if v33 { v35 } else { v26 }; let v45 = if v33 { v40 } else { 0.0f32 };
let v46 = if v33 { v41 } else { v29 }; let v47 = if v33 { v43 } else { 0.0f32 }; let v48 = v44 / v46;
let v49 = v48 * v46; let v50 = -v49; let v51 = v48.mul_add(v46, v50); let v52 = v44 - v49; let v53 = v52 - v51;
let v54 = v53 + v45; let v55 = v48 * v47; let v56 = v54 - v55; let v57 = v56 / v46; let v58 = v48 + v57;
let v59 = v58 - v48; let v60 = v57 - v59; let v61 = v44.abs(); let v63 = v61 < 7.888609e-31f32; let v64 = v44 / v46;
let v65 = if v63 { v64 } else { v58 }; let v66 = if v63 { 0.0f32 } else { v60 }; let v67 = v65 * v65;
let v68 = v67 * v67; let v70 = 0.050280806f32 * v68; let v72 = v70 + 0.11070312f32; let v73 = v72 * v68;
let v75 = v73 + 0.19999976f32; let v77 = (-0.08616864f32) * v68; let v79 = v77 + (-0.14284094f32);
let v80 = v79 * v67; let v81 = v75 + v80; let v82 = v81 * v67; let v84 = v82 + (-0.33333334f32); let v85 = v67 * v84;
let v86 = v65 * v85; let v87 = v67 * v66; let v88 = v66 - v87; let v89 = v86 + v88;
let v92 = if v33 { 0.7853982f32 } else { 0.0f32 }; let v93 = if v33 { (-2.1855694e-8f32) } else { 0.0f32 };
let v94 = v92 == 0.0f32; let v103 = v1.to_bits() as i32; let v105 = v103 < 0i32; let v106 = -v65; let v107 = -v89;
let v108 = v15 ^ v105; let v109 = if v108 { v106 } else { v65 }; let v110 = if v108 { v107 } else { v89 };
let v111 = if v105 { 3.1415927f32 } else { 0.0f32 }; let v112 = if v105 { (-8.742278e-8f32) } else { 0.0f32 };
let v113 = if v15 { 1.5707964f32 } else { v111 }; let v114 = if v15 { (-4.371139e-8f32) } else { v112 };
let v115 = if v105 { 2.3561945f32 } else { 0.7853982f32 };
let v116 = if v105 { (-5.9624403e-9f32) } else { (-2.1855694e-8f32) }; let v117 = if v94 { v113 } else { v115 };
let v118 = if v94 { v114 } else { v116 }; let v119 = v117 + v109; let v120 = v119 - v117; let v121 = v119 - v120;
let v122 = v117 - v121; let v123 = v109 - v120; let v124 = v122 + v123; let v125 = v118 + v110;
let v126 = v124 + v125; let v127 = v119 + v126; let v128 = v127.copysign(v0); let v129 = v1 != v1;
let v130 = if v129 { v1 } else { v128 }; let v131 = v0 != v0; let v132 = if v131 { v0 } else { v130 }; (v132, false)
}
#[inline(always)]
pub fn atan2(v0: f32, v1: f32) -> f32 {
atan2_quick(v0, v1).0
}
#[inline(always)]
pub fn sinh_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v5 = v2 > 0.0f32; let v6 = if v5 { v2 } else { 0.0f32 }; let v7 = v6 < 90.0f32;
let v8 = if v7 { v6 } else { 90.0f32 }; let v10 = v8 * 1.442695f32; let v12 = v10 + 12582912.0f32;
let v13 = v12.to_bits() as i32; let v16 = v12 + (-12582912.0f32); let v17 = v13.wrapping_sub(1262485504i32);
let v20 = v16 * 0.69314575f32; let v21 = v8 - v20; let v22 = v16 * 1.4286068e-6f32; let v23 = -v22;
let v24 = v21 + v23; let v25 = v24 - v21; let v26 = v24 - v25; let v27 = v21 - v26; let v28 = v23 - v25;
let v29 = v27 + v28; let v30 = v24 * v24; let v31 = v24 * v24; let v33 = 0.0001989118f32 * v31;
let v35 = v33 + 0.0083333105f32; let v36 = v35 * v31; let v38 = v36 + 0.16666667f32; let v40 = 0.0013933821f32 * v31;
let v42 = v40 + 0.041666463f32; let v43 = v42 * v24; let v44 = v38 + v43; let v45 = v44 * v24; let v47 = v45 + 0.5f32;
let v48 = v30 * v47; let v50 = 1.0f32 + v24; let v51 = v50 - 1.0f32; let v52 = v24 - v51; let v53 = v48 + v29;
let v54 = v29 * v24; let v55 = v53 + v54; let v56 = v52 + v55; let v57 = v50 + v56; let v58 = v57 - v50;
let v59 = v56 - v58; let v61 = v17.wrapping_sub(1i32); let v63 = v61.wrapping_add(254i32);
let v65 = (v63 as u32 >> 1) as i32; let v66 = v63.wrapping_sub(v65); let v68 = v65 << 23; let v70 = v66 << 23;
let v71 = f32::from_bits(v68 as u32); let v72 = f32::from_bits(v70 as u32); let v73 = v57 * v71; let v74 = v73 * v72;
let v76 = v61.wrapping_add(254i32); let v78 = (v76 as u32 >> 1) as i32; let v79 = v76.wrapping_sub(v78);
let v81 = v78 << 23; let v83 = v79 << 23; let v84 = f32::from_bits(v81 as u32); let v85 = f32::from_bits(v83 as u32);
let v86 = v59 * v84; let v87 = v86 * v85; let v89 = 0.25f32 / v74; let v91 = v89 * 4.0f32; let v92 = v89 * v87;
let v93 = v91 * v92; let v94 = v89 - v93; let v96 = v2 > 40.0f32; let v97 = v87 - v94;
let v99 = if v96 { 0.0f32 } else { v97 }; let v100 = v74 + v99; let v101 = v2 * v2; let v103 = 2.8063312e-6f32 * v101;
let v105 = v103 + 0.00019838095f32; let v106 = v105 * v101; let v108 = v106 + 0.008333339f32; let v109 = v108 * v101;
let v111 = v109 + 0.16666667f32; let v112 = v101 * v111; let v113 = v2 * v112; let v114 = v2 + v113;
let v116 = v2 < 1.0f32; let v117 = if v116 { v114 } else { v100 }; let v118 = v117.copysign(v0); let v119 = v0 != v0;
let v120 = if v119 { v0 } else { v118 }; (v120, false)
}
#[inline(always)]
pub fn sinh(v0: f32) -> f32 {
sinh_quick(v0).0
}
#[inline(always)]
pub fn cosh_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v5 = v2 > 0.0f32; let v6 = if v5 { v2 } else { 0.0f32 }; let v7 = v6 < 90.0f32;
let v8 = if v7 { v6 } else { 90.0f32 }; let v10 = v8 * 1.442695f32; let v12 = v10 + 12582912.0f32;
let v13 = v12.to_bits() as i32; let v16 = v12 + (-12582912.0f32); let v17 = v13.wrapping_sub(1262485504i32);
let v20 = v16 * 0.69314575f32; let v21 = v8 - v20; let v22 = v16 * 1.4286068e-6f32; let v23 = -v22;
let v24 = v21 + v23; let v25 = v24 - v21; let v26 = v24 - v25; let v27 = v21 - v26; let v28 = v23 - v25;
let v29 = v27 + v28; let v30 = v24 * v24; let v31 = v24 * v24; let v33 = 0.0001989118f32 * v31;
let v35 = v33 + 0.0083333105f32; let v36 = v35 * v31; let v38 = v36 + 0.16666667f32; let v40 = 0.0013933821f32 * v31;
let v42 = v40 + 0.041666463f32; let v43 = v42 * v24; let v44 = v38 + v43; let v45 = v44 * v24; let v47 = v45 + 0.5f32;
let v48 = v30 * v47; let v50 = 1.0f32 + v24; let v51 = v50 - 1.0f32; let v52 = v24 - v51; let v53 = v48 + v29;
let v54 = v29 * v24; let v55 = v53 + v54; let v56 = v52 + v55; let v57 = v50 + v56; let v58 = v57 - v50;
let v59 = v56 - v58; let v61 = v17.wrapping_sub(1i32); let v63 = v61.wrapping_add(254i32);
let v65 = (v63 as u32 >> 1) as i32; let v66 = v63.wrapping_sub(v65); let v68 = v65 << 23; let v70 = v66 << 23;
let v71 = f32::from_bits(v68 as u32); let v72 = f32::from_bits(v70 as u32); let v73 = v57 * v71; let v74 = v73 * v72;
let v76 = v61.wrapping_add(254i32); let v78 = (v76 as u32 >> 1) as i32; let v79 = v76.wrapping_sub(v78);
let v81 = v78 << 23; let v83 = v79 << 23; let v84 = f32::from_bits(v81 as u32); let v85 = f32::from_bits(v83 as u32);
let v86 = v59 * v84; let v87 = v86 * v85; let v89 = 0.25f32 / v74; let v91 = v89 * 4.0f32; let v92 = v89 * v87;
let v93 = v91 * v92; let v94 = v89 - v93; let v96 = v2 > 40.0f32; let v97 = v74 + v94; let v98 = v97 - v74;
let v99 = v94 - v98; let v100 = v99 + v87; let v101 = v97 + v100; let v102 = if v96 { v74 } else { v101 };
let v103 = v0 != v0; let v104 = if v103 { v0 } else { v102 }; (v104, false)
}
#[inline(always)]
pub fn cosh(v0: f32) -> f32 {
cosh_quick(v0).0
}
#[inline(always)]
pub fn tanh_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v5 = v2 > 0.0f32; let v6 = if v5 { v2 } else { 0.0f32 }; let v7 = v6 < 10.0f32;
let v8 = if v7 { v6 } else { 10.0f32 }; let v9 = v8 + v8; let v11 = v9 * 1.442695f32; let v13 = v11 + 12582912.0f32;
let v14 = v13.to_bits() as i32; let v17 = v13 + (-12582912.0f32); let v18 = v14.wrapping_sub(1262485504i32);
let v21 = v17 * 0.69314575f32; let v22 = v9 - v21; let v23 = v17 * 1.4286068e-6f32; let v24 = -v23;
let v25 = v22 + v24; let v26 = v25 - v22; let v27 = v25 - v26; let v28 = v22 - v27; let v29 = v24 - v26;
let v30 = v28 + v29; let v31 = v25 * v25; let v32 = v25 * v25; let v34 = 0.0001989118f32 * v32;
let v36 = v34 + 0.0083333105f32; let v37 = v36 * v32; let v39 = v37 + 0.16666667f32; let v41 = 0.0013933821f32 * v32;
let v43 = v41 + 0.041666463f32; let v44 = v43 * v25; let v45 = v39 + v44; let v46 = v45 * v25; let v48 = v46 + 0.5f32;
let v49 = v31 * v48; let v51 = 1.0f32 + v25; let v52 = v51 - 1.0f32; let v53 = v25 - v52; let v54 = v49 + v30;
let v55 = v30 * v25; let v56 = v54 + v55; let v57 = v53 + v56; let v58 = v51 + v57; let v59 = v58 - v51;
let v60 = v57 - v59; let v62 = v18.wrapping_add(254i32); let v64 = (v62 as u32 >> 1) as i32;
let v65 = v62.wrapping_sub(v64); let v67 = v64 << 23; let v69 = v65 << 23; let v70 = f32::from_bits(v67 as u32);
let v71 = f32::from_bits(v69 as u32); let v72 = v58 * v70; let v73 = v72 * v71; let v75 = v18.wrapping_add(254i32);
let v77 = (v75 as u32 >> 1) as i32; let v78 = v75.wrapping_sub(v77); let v80 = v77 << 23; let v82 = v78 << 23;
let v83 = f32::from_bits(v80 as u32); let v84 = f32::from_bits(v82 as u32); let v85 = v60 * v83; let v86 = v85 * v84;
let v88 = v73 + 1.0f32; let v89 = v88 - v73; let v90 = 1.0f32 - v89; let v91 = v90 + v86; let v94 = 2.0f32 / v88;
let v95 = v94 * v88; let v96 = -v95; let v97 = v94.mul_add(v88, v96); let v98 = 2.0f32 - v95; let v99 = v98 - v97;
let v100 = v99 + 0.0f32; let v101 = v94 * v91; let v102 = v100 - v101; let v103 = v102 / v88; let v104 = v94 + v103;
let v105 = v104 - v94; let v106 = v103 - v105; let v107 = -v104; let v108 = 1.0f32 + v107; let v109 = v108 - 1.0f32;
let v110 = v107 - v109; let v111 = v110 - v106; let v112 = v108 + v111; let v113 = v2 * v2; let v114 = v113 * v113;
let v116 = 0.002526109f32 * v114; let v118 = v116 + 0.021818403f32; let v119 = v118 * v114;
let v121 = v119 + 0.13333324f32; let v123 = (-0.008526141f32) * v114; let v125 = v123 + (-0.053964697f32);
let v126 = v125 * v113; let v127 = v121 + v126; let v128 = v127 * v113; let v130 = v128 + (-0.33333334f32);
let v131 = v113 * v130; let v132 = v2 * v131; let v133 = v2 + v132; let v135 = v2 < 0.55f32;
let v136 = if v135 { v133 } else { v112 }; let v137 = v136.copysign(v0); let v138 = v0 != v0;
let v139 = if v138 { v0 } else { v137 }; (v139, false)
}
#[inline(always)]
pub fn tanh(v0: f32) -> f32 {
tanh_quick(v0).0
}
#[inline(always)]
pub fn asinh_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v6 = v2 > 8192.0f32; let v7 = if v6 { 1.0f32 } else { v2 }; let v8 = v7 * v7; let v9 = -v8;
let v10 = v7.mul_add(v7, v9); let v11 = v8 + 1.0f32; let v12 = v11 - v8; let v13 = v11 - v12; let v14 = v8 - v13;
let v15 = 1.0f32 - v12; let v16 = v14 + v15; let v17 = v10 + 0.0f32; let v18 = v16 + v17; let v19 = v11 + v18;
let v20 = v19 - v11; let v21 = v18 - v20; let v22 = v19.sqrt(); let v23 = v22 * v22; let v24 = -v23;
let v25 = v22.mul_add(v22, v24); let v26 = v19 - v23; let v27 = v26 - v25; let v28 = v27 + v21; let v29 = v22 + v22;
let v30 = v28 / v29; let v31 = v22 + v30; let v32 = v31 - v22; let v33 = v30 - v32; let v34 = v7 + v31;
let v35 = v34 - v7; let v36 = v34 - v35; let v37 = v7 - v36; let v38 = v31 - v35; let v39 = v37 + v38;
let v40 = 0.0f32 + v33; let v41 = v39 + v40; let v42 = v34 + v41; let v43 = v42 - v34; let v44 = v41 - v43;
let v45 = if v6 { v2 } else { v42 }; let v46 = if v6 { 0.0f32 } else { v44 };
let v47 = if v6 { 1.0f32 } else { 0.0f32 }; let v49 = v45 < 1.1754944e-38f32; let v51 = v45 * 33554432.0f32;
let v52 = if v49 { v51 } else { v45 }; let v53 = v52.to_bits() as i32; let v55 = v53.wrapping_sub(1060439283i32);
let v57 = v55 >> 23; let v59 = v57 << 23; let v60 = v53.wrapping_sub(v59); let v61 = f32::from_bits(v60 as u32);
let v64 = if v49 { 25i32 } else { 0i32 }; let v65 = v57.wrapping_sub(v64); let v67 = v61 + (-1.0f32);
let v69 = v65.min(126i32); let v71 = 127i32.wrapping_sub(v69); let v73 = v71 << 23;
let v74 = f32::from_bits(v73 as u32); let v75 = v46 * v74; let v76 = v67 + v75; let v77 = v76 - v67;
let v78 = v76 - v77; let v79 = v67 - v78; let v80 = v75 - v77; let v81 = v79 + v80; let v82 = v81 * v76;
let v83 = v81 - v82; let v85 = v65.wrapping_add(1262485504i32); let v86 = f32::from_bits(v85 as u32);
let v88 = v86 + (-12582912.0f32); let v89 = v88 + v47; let v90 = v76 * v76; let v92 = v90 * 0.5f32;
let v94 = v76 + 2.0f32; let v95 = v76 / v94; let v96 = v95 * v95; let v98 = 0.23341943f32 * v96;
let v100 = v98 + 0.28550398f32; let v101 = v100 * v96; let v103 = v101 + 0.40000126f32; let v104 = v103 * v96;
let v106 = v104 + 0.6666667f32; let v107 = v96 * v106; let v110 = v92 + v107; let v111 = v95 * v110;
let v112 = v89 * 1.4286068e-6f32; let v113 = v112 + v83; let v114 = v111 + v113; let v115 = v92 - v114;
let v116 = v115 - v76; let v117 = v89 * 0.69314575f32; let v118 = v117 - v116; let v119 = v2 * v2;
let v120 = v119 * v2; let v122 = v120 * (-0.16666667f32); let v123 = v2 + v122; let v125 = v2 < 0.00024414063f32;
let v126 = if v125 { v123 } else { v118 }; let v128 = v2 == f32::INFINITY;
let v129 = if v128 { f32::INFINITY } else { v126 }; let v130 = v129.copysign(v0); let v131 = v0 != v0;
let v132 = if v131 { v0 } else { v130 }; (v132, false)
}
#[inline(always)]
pub fn asinh(v0: f32) -> f32 {
asinh_quick(v0).0
}
#[inline(always)]
pub fn acosh_quick(v0: f32) -> (f32, bool) {
let v6 = v0 > 8192.0f32; let v8 = v0 > 1.0f32; let v9 = if v6 { 2.0f32 } else { v0 };
let v10 = if v8 { v9 } else { 2.0f32 }; let v11 = v10 * v10; let v12 = -v11; let v13 = v10.mul_add(v10, v12);
let v15 = v11 + (-1.0f32); let v16 = v15 - v11; let v17 = v15 - v16; let v18 = v11 - v17; let v19 = (-1.0f32) - v16;
let v20 = v18 + v19; let v21 = v13 + 0.0f32; let v22 = v20 + v21; let v23 = v15 + v22; let v24 = v23 - v15;
let v25 = v22 - v24; let v26 = v23.sqrt(); let v27 = v26 * v26; let v28 = -v27; let v29 = v26.mul_add(v26, v28);
let v30 = v23 - v27; let v31 = v30 - v29; let v32 = v31 + v25; let v33 = v26 + v26; let v34 = v32 / v33;
let v35 = v26 + v34; let v36 = v35 - v26; let v37 = v34 - v36; let v38 = v10 + v35; let v39 = v38 - v10;
let v40 = v38 - v39; let v41 = v10 - v40; let v42 = v35 - v39; let v43 = v41 + v42; let v44 = 0.0f32 + v37;
let v45 = v43 + v44; let v46 = v38 + v45; let v47 = v46 - v38; let v48 = v45 - v47;
let v49 = if v6 { v0 } else { v46 }; let v50 = if v6 { 0.0f32 } else { v48 };
let v51 = if v6 { 1.0f32 } else { 0.0f32 }; let v53 = v49 < 1.1754944e-38f32; let v55 = v49 * 33554432.0f32;
let v56 = if v53 { v55 } else { v49 }; let v57 = v56.to_bits() as i32; let v59 = v57.wrapping_sub(1060439283i32);
let v61 = v59 >> 23; let v63 = v61 << 23; let v64 = v57.wrapping_sub(v63); let v65 = f32::from_bits(v64 as u32);
let v68 = if v53 { 25i32 } else { 0i32 }; let v69 = v61.wrapping_sub(v68); let v71 = v65 + (-1.0f32);
let v73 = v69.min(126i32); let v75 = 127i32.wrapping_sub(v73); let v77 = v75 << 23;
let v78 = f32::from_bits(v77 as u32); let v79 = v50 * v78; let v80 = v71 + v79; let v81 = v80 - v71;
let v82 = v80 - v81; let v83 = v71 - v82; let v84 = v79 - v81; let v85 = v83 + v84; let v86 = v85 * v80;
let v87 = v85 - v86; let v89 = v69.wrapping_add(1262485504i32); let v90 = f32::from_bits(v89 as u32);
let v92 = v90 + (-12582912.0f32); let v93 = v92 + v51; let v94 = v80 * v80; let v96 = v94 * 0.5f32;
let v98 = v80 + 2.0f32; let v99 = v80 / v98; let v100 = v99 * v99; let v102 = 0.23341943f32 * v100;
let v104 = v102 + 0.28550398f32; let v105 = v104 * v100; let v107 = v105 + 0.40000126f32; let v108 = v107 * v100;
let v110 = v108 + 0.6666667f32; let v111 = v100 * v110; let v114 = v96 + v111; let v115 = v99 * v114;
let v116 = v93 * 1.4286068e-6f32; let v117 = v116 + v87; let v118 = v115 + v117; let v119 = v96 - v118;
let v120 = v119 - v80; let v121 = v93 * 0.69314575f32; let v122 = v121 - v120; let v124 = v0 == f32::INFINITY;
let v125 = if v124 { f32::INFINITY } else { v122 }; let v127 = v0 == 1.0f32;
let v128 = if v8 { v125 } else { f32::NAN }; let v129 = if v127 { 0.0f32 } else { v128 }; let v130 = v0 != v0;
let v131 = if v130 { v0 } else { v129 }; (v131, false)
}
#[inline(always)]
pub fn acosh(v0: f32) -> f32 {
acosh_quick(v0).0
}
#[inline(always)]
pub fn atanh_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v6 = v2 < 1.0f32; let v7 = if v6 { v2 } else { 0.5f32 }; let v8 = 1.0f32 + v7;
let v9 = v8 - 1.0f32; let v10 = v7 - v9; let v11 = -v7; let v12 = 1.0f32 + v11; let v13 = v12 - 1.0f32;
let v14 = v11 - v13; let v15 = v8 / v12; let v16 = v15 * v12; let v17 = -v16; let v18 = v15.mul_add(v12, v17);
let v19 = v8 - v16; let v20 = v19 - v18; let v21 = v20 + v10; let v22 = v15 * v14; let v23 = v21 - v22;
let v24 = v23 / v12; let v25 = v15 + v24; let v26 = v25 - v15; let v27 = v24 - v26; let v29 = v25 < 1.1754944e-38f32;
let v31 = v25 * 33554432.0f32; let v32 = if v29 { v31 } else { v25 }; let v33 = v32.to_bits() as i32;
let v35 = v33.wrapping_sub(1060439283i32); let v37 = v35 >> 23; let v39 = v37 << 23; let v40 = v33.wrapping_sub(v39);
let v41 = f32::from_bits(v40 as u32); let v44 = if v29 { 25i32 } else { 0i32 }; let v45 = v37.wrapping_sub(v44);
let v47 = v41 + (-1.0f32); let v49 = v45.min(126i32); let v51 = 127i32.wrapping_sub(v49); let v53 = v51 << 23;
let v54 = f32::from_bits(v53 as u32); let v55 = v27 * v54; let v56 = v47 + v55; let v57 = v56 - v47;
let v58 = v56 - v57; let v59 = v47 - v58; let v60 = v55 - v57; let v61 = v59 + v60; let v62 = v61 * v56;
let v63 = v61 - v62; let v65 = v45.wrapping_add(1262485504i32); let v66 = f32::from_bits(v65 as u32);
let v68 = v66 + (-12582912.0f32); let v69 = v56 * v56; let v71 = v69 * 0.5f32; let v73 = v56 + 2.0f32;
let v74 = v56 / v73; let v75 = v74 * v74; let v77 = 0.23341943f32 * v75; let v79 = v77 + 0.28550398f32;
let v80 = v79 * v75; let v82 = v80 + 0.40000126f32; let v83 = v82 * v75; let v85 = v83 + 0.6666667f32;
let v86 = v75 * v85; let v89 = v71 + v86; let v90 = v74 * v89; let v91 = v68 * 1.4286068e-6f32; let v92 = v91 + v63;
let v93 = v90 + v92; let v94 = v71 - v93; let v95 = v94 - v56; let v96 = v68 * 0.69314575f32; let v97 = v96 - v95;
let v99 = v97 * 0.5f32; let v100 = v2 * v2; let v101 = v100 * v2; let v103 = v101 * 0.33333334f32;
let v104 = v2 + v103; let v106 = v2 < 0.00024414063f32; let v107 = if v106 { v104 } else { v99 };
let v110 = v2 == 1.0f32; let v111 = if v110 { f32::INFINITY } else { f32::NAN };
let v112 = if v6 { v107 } else { v111 }; let v113 = v112.copysign(v0); let v114 = v0 != v0;
let v115 = if v114 { v0 } else { v113 }; (v115, false)
}
#[inline(always)]
pub fn atanh(v0: f32) -> f32 {
atanh_quick(v0).0
}
#[inline(always)]
pub fn erf_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v5 = v2 > 0.0f32; let v6 = if v5 { v2 } else { 0.0f32 }; let v7 = v6 < 6.0f32;
let v8 = if v7 { v6 } else { 6.0f32 }; let v10 = v8 + (-4.0f32); let v12 = v8 + 4.0f32; let v13 = v10 / v12;
let v14 = v13 * v13; let v16 = 8.98872e-5f32 * v14; let v18 = v16 + (-0.00080715516f32); let v19 = v18 * v14;
let v21 = v19 + (-0.01615647f32); let v22 = v21 * v14; let v24 = v22 + (-0.06633988f32); let v25 = v24 * v14;
let v27 = v25 + (-0.10103818f32); let v28 = v27 * v14; let v30 = v28 + 0.015379623f32;
let v32 = (-0.00033916777f32) * v14; let v34 = v32 + 0.0050939424f32; let v35 = v34 * v14;
let v37 = v35 + 0.037159197f32; let v38 = v37 * v14; let v40 = v38 + 0.09373301f32; let v41 = v40 * v14;
let v43 = v41 + 0.06809708f32; let v44 = v43 * v13; let v45 = v30 + v44; let v46 = v45 * v13;
let v48 = v46 + (-0.13962112f32); let v49 = v48 * v13; let v51 = v8 + v8; let v53 = v51 + 1.0f32; let v54 = v53 - v51;
let v55 = v53 - v54; let v56 = v51 - v55; let v57 = 1.0f32 - v54; let v58 = v56 + v57; let v59 = 1.2329952f32 + v49;
let v60 = v59 / v53; let v61 = v8 * v8; let v62 = -v61; let v64 = v62 * 1.442695f32; let v66 = v64 + 12582912.0f32;
let v67 = v66.to_bits() as i32; let v70 = v66 + (-12582912.0f32); let v71 = v67.wrapping_sub(1262485504i32);
let v74 = v70 * 0.69314575f32; let v75 = v62 - v74; let v76 = v70 * 1.4286068e-6f32; let v77 = v75 - v76;
let v78 = v77 * v77; let v79 = v77 * v77; let v81 = 0.0001989118f32 * v79; let v83 = v81 + 0.0083333105f32;
let v84 = v83 * v79; let v86 = v84 + 0.16666667f32; let v88 = 0.0013933821f32 * v79; let v90 = v88 + 0.041666463f32;
let v91 = v90 * v77; let v92 = v86 + v91; let v93 = v92 * v77; let v95 = v93 + 0.5f32; let v96 = v78 * v95;
let v97 = v77 + v96; let v99 = v97 + 1.0f32; let v101 = v71.wrapping_add(127i32); let v103 = v101 << 23;
let v104 = f32::from_bits(v103 as u32); let v105 = v99 * v104; let v106 = v60 * v105; let v108 = 1.0f32 - v106;
let v109 = v2 * v2; let v110 = v109 * v109; let v112 = (-0.0008015956f32) * v110; let v114 = v112 + (-0.026854169f32);
let v115 = v114 * v110; let v117 = v115 + (-0.37612626f32); let v119 = 7.8725825e-5f32 * v110;
let v121 = v119 + 0.005188994f32; let v122 = v121 * v110; let v124 = v122 + 0.112835936f32; let v125 = v124 * v109;
let v126 = v117 + v125; let v127 = v126 * v109; let v129 = v127 + 0.12837917f32; let v130 = v2 * v129;
let v131 = v2 + v130; let v133 = v2 < 1.0f32; let v134 = if v133 { v131 } else { v108 }; let v135 = v134.copysign(v0);
let v136 = v0 != v0; let v137 = if v136 { v0 } else { v135 }; (v137, false)
}
#[inline(always)]
pub fn erf(v0: f32) -> f32 {
erf_quick(v0).0
}
#[inline(always)]
pub fn erfc_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v5 = v2 > 0.0f32; let v6 = if v5 { v2 } else { 0.0f32 }; let v7 = v6 < 11.0f32;
let v8 = if v7 { v6 } else { 11.0f32 }; let v10 = v8 + (-4.0f32); let v12 = v8 + 4.0f32; let v13 = v10 / v12;
let v14 = v13 * v13; let v16 = 8.98872e-5f32 * v14; let v18 = v16 + (-0.00080715516f32); let v19 = v18 * v14;
let v21 = v19 + (-0.01615647f32); let v22 = v21 * v14; let v24 = v22 + (-0.06633988f32); let v25 = v24 * v14;
let v27 = v25 + (-0.10103818f32); let v28 = v27 * v14; let v30 = v28 + 0.015379623f32;
let v32 = (-0.00033916777f32) * v14; let v34 = v32 + 0.0050939424f32; let v35 = v34 * v14;
let v37 = v35 + 0.037159197f32; let v38 = v37 * v14; let v40 = v38 + 0.09373301f32; let v41 = v40 * v14;
let v43 = v41 + 0.06809708f32; let v44 = v43 * v13; let v45 = v30 + v44; let v46 = v45 * v13;
let v48 = v46 + (-0.13962112f32); let v49 = v48 * v13; let v51 = v8 + v8; let v53 = v51 + 1.0f32; let v54 = v53 - v51;
let v55 = v53 - v54; let v56 = v51 - v55; let v57 = 1.0f32 - v54; let v58 = v56 + v57; let v59 = 1.2329952f32 + v49;
let v60 = v59 - 1.2329952f32; let v61 = v49 - v60; let v63 = 1.0f32 / v53; let v64 = v59 * v63; let v65 = v64 * v53;
let v66 = -v65; let v67 = v64.mul_add(v53, v66); let v68 = v59 - v65; let v69 = v68 - v67; let v70 = v69 + v61;
let v71 = v64 * v58; let v72 = v70 - v71; let v73 = v72 * v63; let v74 = v8 * v8; let v75 = -v74;
let v76 = v8.mul_add(v8, v75); let v77 = -v74; let v78 = -v76; let v80 = v77 * 1.442695f32;
let v82 = v80 + 12582912.0f32; let v83 = v82.to_bits() as i32; let v86 = v82 + (-12582912.0f32);
let v87 = v83.wrapping_sub(1262485504i32); let v90 = v86 * 0.69314575f32; let v91 = v77 - v90;
let v92 = v86 * 1.4286068e-6f32; let v93 = -v92; let v94 = v91 + v93; let v95 = v94 - v91; let v96 = v94 - v95;
let v97 = v91 - v96; let v98 = v93 - v95; let v99 = v97 + v98; let v100 = v99 + v78; let v101 = v94 + v100;
let v102 = v101 - v94; let v103 = v101 - v102; let v104 = v94 - v103; let v105 = v100 - v102; let v106 = v104 + v105;
let v107 = v101 * v101; let v108 = v101 * v101; let v110 = 0.0001989118f32 * v108; let v112 = v110 + 0.0083333105f32;
let v113 = v112 * v108; let v115 = v113 + 0.16666667f32; let v117 = 0.0013933821f32 * v108;
let v119 = v117 + 0.041666463f32; let v120 = v119 * v101; let v121 = v115 + v120; let v122 = v121 * v101;
let v124 = v122 + 0.5f32; let v125 = v107 * v124; let v127 = 1.0f32 + v101; let v128 = v127 - 1.0f32;
let v129 = v101 - v128; let v130 = v125 + v106; let v131 = v106 * v101; let v132 = v130 + v131;
let v133 = v129 + v132; let v134 = v127 + v133; let v135 = v134 - v127; let v136 = v133 - v135; let v137 = v64 * v134;
let v138 = -v137; let v139 = v64.mul_add(v134, v138); let v140 = v64 * v136; let v141 = v73 * v134;
let v142 = v140 + v141; let v143 = v139 + v142; let v144 = v137 + v143; let v145 = v144 - v137;
let v146 = v143 - v145; let v147 = v144 + v146; let v149 = v87.wrapping_add(254i32);
let v151 = (v149 as u32 >> 1) as i32; let v152 = v149.wrapping_sub(v151); let v154 = v151 << 23;
let v156 = v152 << 23; let v157 = f32::from_bits(v154 as u32); let v158 = f32::from_bits(v156 as u32);
let v159 = v147 * v157; let v160 = v159 * v158; let v162 = 2.0f32 - v160; let v164 = v0 < 0.0f32;
let v165 = if v164 { v162 } else { v160 }; let v166 = v2 * v2; let v167 = v166 * v166;
let v169 = (-0.0008015956f32) * v167; let v171 = v169 + (-0.026854169f32); let v172 = v171 * v167;
let v174 = v172 + (-0.37612626f32); let v176 = 7.8725825e-5f32 * v167; let v178 = v176 + 0.005188994f32;
let v179 = v178 * v167; let v181 = v179 + 0.112835936f32; let v182 = v181 * v166; let v183 = v174 + v182;
let v184 = v183 * v166; let v186 = v184 + 0.12837917f32; let v187 = v2 * v186; let v188 = v187.copysign(v0);
let v190 = -v0; let v191 = 1.0f32 + v190; let v192 = v191 - 1.0f32; let v193 = v190 - v192; let v194 = v193 - v188;
let v195 = v191 + v194; let v197 = v2 < 0.5f32; let v198 = if v197 { v195 } else { v165 }; let v199 = v0 != v0;
let v200 = if v199 { v0 } else { v198 }; (v200, false)
}
#[inline(always)]
pub fn erfc(v0: f32) -> f32 {
erfc_quick(v0).0
}
#[inline(always)]
pub fn hypot_quick(v0: f32, v1: f32) -> (f32, bool) {
let v3 = v0.abs(); let v4 = v1.abs(); let v5 = v4 > v3; let v6 = if v5 { v4 } else { v3 };
let v7 = if v5 { v3 } else { v4 }; let v9 = v6 > 1.1529215e18f32; let v11 = v6 < 9.094947e-13f32;
let v15 = if v9 { 8.271806e-25f32 } else { 1.0f32 }; let v16 = if v11 { 1.2089258e24f32 } else { v15 };
let v17 = if v9 { 1.2089258e24f32 } else { 1.0f32 }; let v18 = if v11 { 8.271806e-25f32 } else { v17 };
let v19 = v6 * v16; let v20 = v7 * v16; let v21 = v19 * v19; let v22 = -v21; let v23 = v19.mul_add(v19, v22);
let v24 = v20 * v20; let v26 = v21 + v24; let v27 = v26 - v21; let v28 = v26 - v27; let v29 = v21 - v28;
let v30 = v24 - v27; let v31 = v29 + v30; let v32 = v23 + 0.0f32; let v33 = v31 + v32; let v34 = v26 + v33;
let v35 = v34 - v26; let v36 = v33 - v35; let v37 = v34 == 0.0f32; let v38 = if v37 { 1.0f32 } else { v34 };
let v39 = v38.sqrt(); let v40 = v39 * v39; let v41 = -v40; let v42 = v39.mul_add(v39, v41); let v43 = v38 - v40;
let v44 = v43 - v42; let v45 = v44 + v36; let v46 = v39 + v39; let v47 = v45 / v46; let v48 = v39 + v47;
let v49 = v48 - v39; let v50 = v47 - v49; let v51 = v48 + v50; let v52 = if v37 { 0.0f32 } else { v51 };
let v53 = v52 * v18; let v54 = v0 != v0; let v55 = if v54 { v0 } else { v53 }; let v56 = v1 != v1;
let v57 = if v56 { v1 } else { v55 }; let v59 = v3 == f32::INFINITY; let v60 = v4 == f32::INFINITY;
let v61 = v59 | v60; let v62 = if v61 { f32::INFINITY } else { v57 }; (v62, false)
}
#[inline(always)]
pub fn hypot(v0: f32, v1: f32) -> f32 {
hypot_quick(v0, v1).0
}
#[inline(always)]
pub fn cbrt_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v4 = v2 < 8.6736174e-19f32; let v6 = v2 * 1.8014399e16f32; let v8 = v6 * 1.8014399e16f32;
let v10 = if v4 { v8 } else { v2 }; let v12 = v2 > 1.329228e36f32; let v14 = v2 * 5.551115e-17f32;
let v15 = if v12 { v14 } else { v10 }; let v17 = v15 > 0.0f32; let v19 = v2 < f32::INFINITY;
let v20 = if v17 { v15 } else { 1.0f32 }; let v21 = if v19 { v20 } else { 1.0f32 }; let v22 = v21.to_bits() as i32;
let v24 = v22 / 3i32; let v26 = v24.wrapping_add(709958130i32); let v27 = f32::from_bits(v26 as u32);
let v28 = v21 + v21; let v29 = v27 * v27; let v30 = v29 * v27; let v31 = v30 + v28; let v32 = v30 + v30;
let v33 = v32 + v21; let v34 = v31 / v33; let v35 = v27 * v34; let v36 = v35 * v35; let v37 = v36 * v35;
let v38 = v37 + v28; let v39 = v37 + v37; let v40 = v39 + v21; let v41 = v38 / v40; let v42 = v35 * v41;
let v43 = v42 * v42; let v44 = -v43; let v45 = v42.mul_add(v42, v44); let v46 = v43 * v42; let v47 = -v46;
let v48 = v43.mul_add(v42, v47); let v49 = v45 * v42; let v50 = v48 + v49; let v51 = v46 + v50; let v52 = v51 - v46;
let v53 = v50 - v52; let v54 = v51 - v21; let v55 = v54 + v53; let v57 = v43 * 3.0f32; let v58 = v55 / v57;
let v59 = v42 - v58; let v61 = v59 * 1.4551915e-11f32; let v63 = v59 * 262144.0f32;
let v64 = if v4 { v61 } else { v59 }; let v65 = if v12 { v63 } else { v64 };
let v66 = if v19 { v65 } else { f32::INFINITY }; let v68 = v2 == 0.0f32; let v69 = if v68 { 0.0f32 } else { v66 };
let v70 = v69.copysign(v0); let v71 = v0 != v0; let v72 = if v71 { v0 } else { v70 }; (v72, false)
}
#[inline(always)]
pub fn cbrt(v0: f32) -> f32 {
cbrt_quick(v0).0
}

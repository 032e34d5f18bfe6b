//! Elementary functions of f32, as the pass `math-expand` gives them (written by the test host_math of the
//! IR; not to be changed by hand).

#[inline(always)]
pub fn exp_quick(v0: f32) -> (f32, bool) {
let v4 = v0 > (-104.0f32); let v5 = if v4 { v0 } else { (-104.0f32) }; let v6 = v5 < 89.0f32;
let v7 = if v6 { v5 } else { 89.0f32 }; let v9 = v7 * 1.442695f32; let v11 = v9 + 12582912.0f32;
let v12 = v11.to_bits() as i32; let v15 = v11 + (-12582912.0f32); let v16 = v12.wrapping_sub(1262485504i32);
let v19 = v15 * 0.69314575f32; let v20 = v7 - v19; let v21 = v15 * 1.4286068e-6f32; let v22 = -v21;
let v23 = v20 + v22; let v24 = v23 - v20; let v25 = v23 - v24; let v26 = v20 - v25; let v27 = v22 - v24;
let v28 = v26 + v27; let v29 = v23 * v23; let v30 = v23 * v23; let v32 = 0.0001989118f32 * v30;
let v34 = v32 + 0.0083333105f32; let v35 = v34 * v30; let v37 = v35 + 0.16666667f32; let v39 = 0.0013933821f32 * v30;
let v41 = v39 + 0.041666463f32; let v42 = v41 * v23; let v43 = v37 + v42; let v44 = v43 * v23; let v46 = v44 + 0.5f32;
let v47 = v29 * v46; let v49 = 1.0f32 + v23; let v50 = v49 - 1.0f32; let v51 = v23 - v50; let v52 = v47 + v28;
let v53 = v28 * v23; let v54 = v52 + v53; let v55 = v51 + v54; let v56 = v49 + v55; let v57 = v56 - v49;
let v58 = v55 - v57; let v60 = v16 >> 1; let v61 = v16.wrapping_sub(v60); let v63 = v60.wrapping_add(127i32);
let v65 = v63 << 23; let v66 = f32::from_bits(v65 as u32); let v68 = v61.wrapping_add(127i32); let v70 = v68 << 23;
let v71 = f32::from_bits(v70 as u32); let v72 = v56 * v66; let v73 = v72 * v71; let v74 = v0 != v0;
let v75 = if v74 { v0 } else { v73 }; (v75, false)
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
let v18 = 0.6931472f32 * v15; let v19 = -v18; let v20 = 0.6931472f32.mul_add(v15, v19);
let v21 = (-1.9046542e-9f32) * v15; let v22 = v20 + v21; let v23 = v18 + v22; let v24 = v23 - v18;
let v25 = v22 - v24; let v26 = v23 * v23; let v27 = v23 * v23; let v29 = 0.0001989118f32 * v27;
let v31 = v29 + 0.0083333105f32; let v32 = v31 * v27; let v34 = v32 + 0.16666667f32; let v36 = 0.0013933821f32 * v27;
let v38 = v36 + 0.041666463f32; let v39 = v38 * v23; let v40 = v34 + v39; let v41 = v40 * v23; let v43 = v41 + 0.5f32;
let v44 = v26 * v43; let v46 = 1.0f32 + v23; let v47 = v46 - 1.0f32; let v48 = v23 - v47; let v49 = v44 + v25;
let v50 = v25 * v23; let v51 = v49 + v50; let v52 = v48 + v51; let v53 = v46 + v52; let v54 = v53 - v46;
let v55 = v52 - v54; let v57 = v14 >> 1; let v58 = v14.wrapping_sub(v57); let v60 = v57.wrapping_add(127i32);
let v62 = v60 << 23; let v63 = f32::from_bits(v62 as u32); let v65 = v58.wrapping_add(127i32); let v67 = v65 << 23;
let v68 = f32::from_bits(v67 as u32); let v69 = v53 * v63; let v70 = v69 * v68; let v71 = v0 != v0;
let v72 = if v71 { v0 } else { v70 }; (v72, false)
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
let v19 = v11.wrapping_sub(v18); let v21 = v15 + (-1.0f32); let v22 = v21 * v21; let v24 = v22 * 0.5f32;
let v26 = v21 + 2.0f32; let v27 = v21 / v26; let v28 = v27 * v27; let v30 = 0.23341943f32 * v28;
let v32 = v30 + 0.28550398f32; let v33 = v32 * v28; let v35 = v33 + 0.40000126f32; let v36 = v35 * v28;
let v38 = v36 + 0.6666667f32; let v39 = v28 * v38; let v41 = v19.wrapping_add(1262485504i32);
let v42 = f32::from_bits(v41 as u32); let v44 = v42 + (-12582912.0f32); let v47 = v24 + v39; let v48 = v27 * v47;
let v49 = v44 * 1.4286068e-6f32; let v50 = v48 + v49; let v51 = v24 - v50; let v52 = v51 - v21;
let v53 = v44 * 0.69314575f32; let v54 = v53 - v52; let v59 = v0 == 0.0f32; let v60 = v0 < 0.0f32;
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
let v24 = v16.wrapping_sub(v23); let v26 = v20 + (-1.0f32); let v29 = 2.0f32 + v26; let v30 = v29 - 2.0f32;
let v31 = v26 - v30; let v32 = v31 + 0.0f32; let v33 = v26 / v29; let v34 = v33 * v29; let v35 = -v34;
let v36 = v33.mul_add(v29, v35); let v37 = v26 - v34; let v38 = v37 - v36; let v39 = v38 + 0.0f32;
let v40 = v33 * v32; let v41 = v39 - v40; let v42 = v41 / v29; let v43 = v33 + v42; let v44 = v43 - v33;
let v45 = v42 - v44; let v46 = v43 * v43; let v47 = -v46; let v48 = v43.mul_add(v43, v47); let v49 = v43 * v45;
let v50 = v45 * v43; let v51 = v49 + v50; let v52 = v48 + v51; let v53 = v46 + v52; let v54 = v53 - v46;
let v55 = v52 - v54; let v57 = 0.16206984f32 * v53; let v59 = v57 + 0.18166365f32; let v60 = v59 * v53;
let v62 = v60 + 0.22222315f32; let v63 = v62 * v53; let v65 = v63 + 0.2857143f32; let v66 = v53 * v65;
let v69 = 0.4f32 + v66; let v70 = v69 - 0.4f32; let v71 = v66 - v70; let v72 = v71 + (-5.9604646e-9f32);
let v73 = v53 * v69; let v74 = -v73; let v75 = v53.mul_add(v69, v74); let v76 = v53 * v72; let v77 = v55 * v69;
let v78 = v76 + v77; let v79 = v75 + v78; let v80 = v73 + v79; let v81 = v80 - v73; let v82 = v79 - v81;
let v85 = 0.6666667f32 + v80; let v86 = v85 - 0.6666667f32; let v87 = v85 - v86; let v88 = 0.6666667f32 - v87;
let v89 = v80 - v86; let v90 = v88 + v89; let v91 = (-1.9868216e-8f32) + v82; let v92 = v90 + v91;
let v93 = v85 + v92; let v94 = v93 - v85; let v95 = v92 - v94; let v96 = v53 * v93; let v97 = -v96;
let v98 = v53.mul_add(v93, v97); let v99 = v53 * v95; let v100 = v55 * v93; let v101 = v99 + v100;
let v102 = v98 + v101; let v103 = v96 + v102; let v104 = v103 - v96; let v105 = v102 - v104; let v106 = v43 * v103;
let v107 = -v106; let v108 = v43.mul_add(v103, v107); let v109 = v43 * v105; let v110 = v45 * v103;
let v111 = v109 + v110; let v112 = v108 + v111; let v113 = v106 + v112; let v114 = v113 - v106;
let v115 = v112 - v114; let v116 = v43 + v43; let v117 = v45 + v45; let v118 = v116 + v113; let v119 = v118 - v116;
let v120 = v118 - v119; let v121 = v116 - v120; let v122 = v113 - v119; let v123 = v121 + v122;
let v124 = v117 + v115; let v125 = v123 + v124; let v126 = v118 + v125; let v127 = v126 - v118;
let v128 = v125 - v127; let v130 = v24.wrapping_add(1262485504i32); let v131 = f32::from_bits(v130 as u32);
let v133 = v131 + (-12582912.0f32); let v136 = v126 * 1.442695f32; let v137 = -v136;
let v138 = v126.mul_add(1.442695f32, v137); let v139 = v126 * 1.925963e-8f32; let v140 = v128 * 1.442695f32;
let v141 = v139 + v140; let v142 = v138 + v141; let v143 = v136 + v142; let v144 = v143 - v136;
let v145 = v142 - v144; let v146 = v133 + v143; let v147 = v146 - v133; let v148 = v146 - v147;
let v149 = v133 - v148; let v150 = v143 - v147; let v151 = v149 + v150; let v152 = v151 + v145;
let v153 = v146 + v152; let v154 = v153 - v146; let v155 = v152 - v154; let v158 = v1 > (-68719480000.0f32);
let v159 = if v158 { v1 } else { (-68719480000.0f32) }; let v160 = v159 < 68719480000.0f32;
let v161 = if v160 { v159 } else { 68719480000.0f32 }; let v162 = v153 * v161; let v163 = -v162;
let v164 = v153.mul_add(v161, v163); let v165 = v155 * v161; let v166 = v164 + v165; let v167 = v162 + v166;
let v168 = v167 - v162; let v169 = v166 - v168; let v172 = v167 > (-160.0f32);
let v173 = if v172 { v167 } else { (-160.0f32) }; let v174 = v173 < 140.0f32;
let v175 = if v174 { v173 } else { 140.0f32 }; let v176 = v175 == v167; let v177 = if v176 { v169 } else { 0.0f32 };
let v179 = v175 + 12582912.0f32; let v180 = v179.to_bits() as i32; let v183 = v179 + (-12582912.0f32);
let v184 = v180.wrapping_sub(1262485504i32); let v185 = v175 - v183; let v186 = v185 + v177; let v187 = v186 - v185;
let v188 = v186 - v187; let v189 = v185 - v188; let v190 = v177 - v187; let v191 = v189 + v190;
let v194 = v186 * 0.6931472f32; let v195 = -v194; let v196 = v186.mul_add(0.6931472f32, v195);
let v197 = v186 * (-1.9046542e-9f32); let v198 = v191 * 0.6931472f32; let v199 = v197 + v198; let v200 = v196 + v199;
let v201 = v194 + v200; let v202 = v201 - v194; let v203 = v200 - v202; let v204 = v201 * v201;
let v205 = v201 * v201; let v207 = 0.0001989118f32 * v205; let v209 = v207 + 0.0083333105f32; let v210 = v209 * v205;
let v212 = v210 + 0.16666667f32; let v214 = 0.0013933821f32 * v205; let v216 = v214 + 0.041666463f32;
let v217 = v216 * v201; let v218 = v212 + v217; let v219 = v218 * v201; let v221 = v219 + 0.5f32;
let v222 = v204 * v221; let v224 = 1.0f32 + v201; let v225 = v224 - 1.0f32; let v226 = v201 - v225;
let v227 = v222 + v203; let v228 = v203 * v201; let v229 = v227 + v228; let v230 = v226 + v229;
let v231 = v224 + v230; let v232 = v231 - v224; let v233 = v230 - v232; let v235 = v184 >> 1;
let v236 = v184.wrapping_sub(v235); let v238 = v235.wrapping_add(127i32); let v240 = v238 << 23;
let v241 = f32::from_bits(v240 as u32); let v243 = v236.wrapping_add(127i32); let v245 = v243 << 23;
let v246 = f32::from_bits(v245 as u32); let v247 = v231 * v241; let v248 = v247 * v246; let v249 = v1 < 0.0f32;
let v250 = if v249 { f32::INFINITY } else { 0.0f32 }; let v251 = if v249 { 0.0f32 } else { f32::INFINITY };
let v252 = v3 == 0.0f32; let v253 = v3 == f32::INFINITY; let v254 = if v252 { v250 } else { v248 };
let v255 = if v253 { v251 } else { v254 }; let v256 = v1.floor(); let v257 = v256 == v1; let v259 = v1 * 0.5f32;
let v260 = v259.floor(); let v261 = v260 != v259; let v262 = v257 & v261; let v263 = v0.to_bits() as i32;
let v265 = v263 < 0i32; let v266 = v265 & v262; let v267 = -v255; let v268 = if v266 { v267 } else { v255 };
let v269 = v0 < 0.0f32; let v270 = !v257; let v271 = v269 & v270; let v272 = v3 < f32::INFINITY;
let v273 = v271 & v272; let v275 = if v273 { f32::NAN } else { v268 }; let v276 = v0 != v0;
let v277 = if v276 { v0 } else { v275 }; let v278 = v1 != v1; let v279 = if v278 { v1 } else { v277 };
let v280 = v1 == 0.0f32; let v281 = v0 == 1.0f32; let v282 = if v280 { 1.0f32 } else { v279 };
let v283 = if v281 { 1.0f32 } else { v282 }; (v283, false)
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
let v271 = -v270; let v272 = v268.mul_add(v268, v271); let v274 = 2.7249314e-6f32 * v270;
let v276 = v274 + (-0.00019840083f32); let v277 = v276 * v270; let v279 = v277 + 0.008333332f32;
let v280 = v279 * v270; let v282 = v280 + (-0.16666667f32); let v283 = v270 * v268; let v284 = v283 * v282;
let v286 = v270 * 0.5f32; let v287 = v286 * v269; let v288 = v269 - v287; let v289 = v284 + v288;
let v290 = v268 + v289; let v291 = v290 - v268; let v292 = v289 - v291; let v294 = (-2.730045e-7f32) * v270;
let v296 = v294 + 2.4800596e-5f32; let v297 = v296 * v270; let v299 = v297 + (-0.0013888888f32);
let v300 = v299 * v270; let v302 = v300 + 0.041666668f32; let v303 = v270 * v270; let v304 = v303 * v302;
let v306 = -v286; let v307 = 1.0f32 + v306; let v308 = v307 - 1.0f32; let v309 = v306 - v308; let v310 = v268 * v269;
let v312 = v272 * 0.5f32; let v313 = v304 - v310; let v314 = v313 - v312; let v315 = v309 + v314;
let v316 = v307 + v315; let v317 = v316 - v307; let v318 = v315 - v317; let v320 = v267.wrapping_add(0i32);
let v324 = v320 & 1i32; let v325 = v324 != 0i32; let v326 = if v325 { v316 } else { v290 }; let v327 = v320 & 2i32;
let v329 = v327 << 30; let v330 = v326.to_bits() as i32; let v331 = v330 ^ v329; let v332 = v0.to_bits() as i32;
let v334 = v332 & (-2147483648i32); let v335 = v331 ^ v334; let v336 = f32::from_bits(v335 as u32);
let v339 = v2 < f32::INFINITY; let v340 = if v339 { v336 } else { f32::NAN }; (v340, v6)
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
let v271 = -v270; let v272 = v268.mul_add(v268, v271); let v274 = 2.7249314e-6f32 * v270;
let v276 = v274 + (-0.00019840083f32); let v277 = v276 * v270; let v279 = v277 + 0.008333332f32;
let v280 = v279 * v270; let v282 = v280 + (-0.16666667f32); let v283 = v270 * v268; let v284 = v283 * v282;
let v286 = v270 * 0.5f32; let v287 = v286 * v269; let v288 = v269 - v287; let v289 = v284 + v288;
let v290 = v268 + v289; let v291 = v290 - v268; let v292 = v289 - v291; let v294 = (-2.730045e-7f32) * v270;
let v296 = v294 + 2.4800596e-5f32; let v297 = v296 * v270; let v299 = v297 + (-0.0013888888f32);
let v300 = v299 * v270; let v302 = v300 + 0.041666668f32; let v303 = v270 * v270; let v304 = v303 * v302;
let v306 = -v286; let v307 = 1.0f32 + v306; let v308 = v307 - 1.0f32; let v309 = v306 - v308; let v310 = v268 * v269;
let v312 = v272 * 0.5f32; let v313 = v304 - v310; let v314 = v313 - v312; let v315 = v309 + v314;
let v316 = v307 + v315; let v317 = v316 - v307; let v318 = v315 - v317; let v320 = v267.wrapping_add(0i32);
let v324 = v320 & 1i32; let v325 = v324 != 0i32; let v326 = if v325 { v316 } else { v290 }; let v327 = v320 & 2i32;
let v329 = v327 << 30; let v330 = v326.to_bits() as i32; let v331 = v330 ^ v329; let v332 = v0.to_bits() as i32;
let v334 = v332 & (-2147483648i32); let v335 = v331 ^ v334; let v336 = f32::from_bits(v335 as u32);
let v339 = v2 < f32::INFINITY; let v340 = if v339 { v336 } else { f32::NAN }; v340
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
let v271 = -v270; let v272 = v268.mul_add(v268, v271); let v274 = 2.7249314e-6f32 * v270;
let v276 = v274 + (-0.00019840083f32); let v277 = v276 * v270; let v279 = v277 + 0.008333332f32;
let v280 = v279 * v270; let v282 = v280 + (-0.16666667f32); let v283 = v270 * v268; let v284 = v283 * v282;
let v286 = v270 * 0.5f32; let v287 = v286 * v269; let v288 = v269 - v287; let v289 = v284 + v288;
let v290 = v268 + v289; let v291 = v290 - v268; let v292 = v289 - v291; let v294 = (-2.730045e-7f32) * v270;
let v296 = v294 + 2.4800596e-5f32; let v297 = v296 * v270; let v299 = v297 + (-0.0013888888f32);
let v300 = v299 * v270; let v302 = v300 + 0.041666668f32; let v303 = v270 * v270; let v304 = v303 * v302;
let v306 = -v286; let v307 = 1.0f32 + v306; let v308 = v307 - 1.0f32; let v309 = v306 - v308; let v310 = v268 * v269;
let v312 = v272 * 0.5f32; let v313 = v304 - v310; let v314 = v313 - v312; let v315 = v309 + v314;
let v316 = v307 + v315; let v317 = v316 - v307; let v318 = v315 - v317; let v320 = v267.wrapping_add(1i32);
let v324 = v320 & 1i32; let v325 = v324 != 0i32; let v326 = if v325 { v316 } else { v290 }; let v327 = v320 & 2i32;
let v329 = v327 << 30; let v330 = v326.to_bits() as i32; let v331 = v330 ^ v329;
let v332 = f32::from_bits(v331 as u32); let v335 = v2 < f32::INFINITY; let v336 = if v335 { v332 } else { f32::NAN };
(v336, v6)
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
let v271 = -v270; let v272 = v268.mul_add(v268, v271); let v274 = 2.7249314e-6f32 * v270;
let v276 = v274 + (-0.00019840083f32); let v277 = v276 * v270; let v279 = v277 + 0.008333332f32;
let v280 = v279 * v270; let v282 = v280 + (-0.16666667f32); let v283 = v270 * v268; let v284 = v283 * v282;
let v286 = v270 * 0.5f32; let v287 = v286 * v269; let v288 = v269 - v287; let v289 = v284 + v288;
let v290 = v268 + v289; let v291 = v290 - v268; let v292 = v289 - v291; let v294 = (-2.730045e-7f32) * v270;
let v296 = v294 + 2.4800596e-5f32; let v297 = v296 * v270; let v299 = v297 + (-0.0013888888f32);
let v300 = v299 * v270; let v302 = v300 + 0.041666668f32; let v303 = v270 * v270; let v304 = v303 * v302;
let v306 = -v286; let v307 = 1.0f32 + v306; let v308 = v307 - 1.0f32; let v309 = v306 - v308; let v310 = v268 * v269;
let v312 = v272 * 0.5f32; let v313 = v304 - v310; let v314 = v313 - v312; let v315 = v309 + v314;
let v316 = v307 + v315; let v317 = v316 - v307; let v318 = v315 - v317; let v320 = v267.wrapping_add(1i32);
let v324 = v320 & 1i32; let v325 = v324 != 0i32; let v326 = if v325 { v316 } else { v290 }; let v327 = v320 & 2i32;
let v329 = v327 << 30; let v330 = v326.to_bits() as i32; let v331 = v330 ^ v329;
let v332 = f32::from_bits(v331 as u32); let v335 = v2 < f32::INFINITY; let v336 = if v335 { v332 } else { f32::NAN };
v336
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
let v271 = -v270; let v272 = v268.mul_add(v268, v271); let v274 = 2.7249314e-6f32 * v270;
let v276 = v274 + (-0.00019840083f32); let v277 = v276 * v270; let v279 = v277 + 0.008333332f32;
let v280 = v279 * v270; let v282 = v280 + (-0.16666667f32); let v283 = v270 * v268; let v284 = v283 * v282;
let v286 = v270 * 0.5f32; let v287 = v286 * v269; let v288 = v269 - v287; let v289 = v284 + v288;
let v290 = v268 + v289; let v291 = v290 - v268; let v292 = v289 - v291; let v294 = (-2.730045e-7f32) * v270;
let v296 = v294 + 2.4800596e-5f32; let v297 = v296 * v270; let v299 = v297 + (-0.0013888888f32);
let v300 = v299 * v270; let v302 = v300 + 0.041666668f32; let v303 = v270 * v270; let v304 = v303 * v302;
let v306 = -v286; let v307 = 1.0f32 + v306; let v308 = v307 - 1.0f32; let v309 = v306 - v308; let v310 = v268 * v269;
let v312 = v272 * 0.5f32; let v313 = v304 - v310; let v314 = v313 - v312; let v315 = v309 + v314;
let v316 = v307 + v315; let v317 = v316 - v307; let v318 = v315 - v317; let v321 = v267 & 1i32;
let v322 = v321 != 0i32; let v323 = -v290; let v324 = -v292; let v325 = if v322 { v316 } else { v290 };
let v326 = if v322 { v318 } else { v292 }; let v327 = if v322 { v323 } else { v316 };
let v328 = if v322 { v324 } else { v318 }; let v329 = v325 / v327; let v330 = v329 * v327; let v331 = -v330;
let v332 = v329.mul_add(v327, v331); let v333 = v325 - v330; let v334 = v333 - v332; let v335 = v334 + v326;
let v336 = v329 * v328; let v337 = v335 - v336; let v338 = v337 / v327; let v339 = v329 + v338;
let v340 = v339 - v329; let v341 = v338 - v340; let v343 = v2 < 0.00012207031f32; let v344 = v2 * v2;
let v345 = v344 * v2; let v347 = v345 * 0.33333334f32; let v348 = v2 + v347;
let v349 = if v343 { v348 } else { v339 }; let v350 = -v349; let v352 = v0 < 0.0f32;
let v353 = if v352 { v350 } else { v349 }; let v354 = v0 == 0.0f32; let v355 = if v354 { v0 } else { v353 };
let v358 = v2 < f32::INFINITY; let v359 = if v358 { v355 } else { f32::NAN }; (v359, v6)
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
let v271 = -v270; let v272 = v268.mul_add(v268, v271); let v274 = 2.7249314e-6f32 * v270;
let v276 = v274 + (-0.00019840083f32); let v277 = v276 * v270; let v279 = v277 + 0.008333332f32;
let v280 = v279 * v270; let v282 = v280 + (-0.16666667f32); let v283 = v270 * v268; let v284 = v283 * v282;
let v286 = v270 * 0.5f32; let v287 = v286 * v269; let v288 = v269 - v287; let v289 = v284 + v288;
let v290 = v268 + v289; let v291 = v290 - v268; let v292 = v289 - v291; let v294 = (-2.730045e-7f32) * v270;
let v296 = v294 + 2.4800596e-5f32; let v297 = v296 * v270; let v299 = v297 + (-0.0013888888f32);
let v300 = v299 * v270; let v302 = v300 + 0.041666668f32; let v303 = v270 * v270; let v304 = v303 * v302;
let v306 = -v286; let v307 = 1.0f32 + v306; let v308 = v307 - 1.0f32; let v309 = v306 - v308; let v310 = v268 * v269;
let v312 = v272 * 0.5f32; let v313 = v304 - v310; let v314 = v313 - v312; let v315 = v309 + v314;
let v316 = v307 + v315; let v317 = v316 - v307; let v318 = v315 - v317; let v321 = v267 & 1i32;
let v322 = v321 != 0i32; let v323 = -v290; let v324 = -v292; let v325 = if v322 { v316 } else { v290 };
let v326 = if v322 { v318 } else { v292 }; let v327 = if v322 { v323 } else { v316 };
let v328 = if v322 { v324 } else { v318 }; let v329 = v325 / v327; let v330 = v329 * v327; let v331 = -v330;
let v332 = v329.mul_add(v327, v331); let v333 = v325 - v330; let v334 = v333 - v332; let v335 = v334 + v326;
let v336 = v329 * v328; let v337 = v335 - v336; let v338 = v337 / v327; let v339 = v329 + v338;
let v340 = v339 - v329; let v341 = v338 - v340; let v343 = v2 < 0.00012207031f32; let v344 = v2 * v2;
let v345 = v344 * v2; let v347 = v345 * 0.33333334f32; let v348 = v2 + v347;
let v349 = if v343 { v348 } else { v339 }; let v350 = -v349; let v352 = v0 < 0.0f32;
let v353 = if v352 { v350 } else { v349 }; let v354 = v0 == 0.0f32; let v355 = if v354 { v0 } else { v353 };
let v358 = v2 < f32::INFINITY; let v359 = if v358 { v355 } else { f32::NAN }; v359
}
#[inline(always)]
pub fn asin_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v3 = v2 * v2; let v4 = v3 * v3; let v6 = 0.010566948f32 * v4; let v8 = v6 + 0.030268919f32;
let v9 = v8 * v4; let v11 = v9 + 0.07499992f32; let v13 = 0.03098546f32 * v4; let v15 = v13 + 0.023613714f32;
let v16 = v15 * v4; let v18 = v16 + 0.044647675f32; let v19 = v18 * v3; let v20 = v11 + v19; let v21 = v20 * v3;
let v23 = v21 + 0.16666667f32; let v24 = v3 * v23; let v25 = v2 * v24; let v26 = v2 + v25; let v29 = 1.0f32 - v2;
let v31 = v29 * 0.5f32; let v32 = v31 > 0.0f32; let v34 = if v32 { v31 } else { 0.5f32 }; let v35 = v34.sqrt();
let v36 = v35 * v35; let v37 = -v36; let v38 = v35.mul_add(v35, v37); let v39 = v34 - v36; let v40 = v39 - v38;
let v41 = v40 + 0.0f32; let v42 = v35 + v35; let v43 = v41 / v42; let v44 = v35 + v43; let v45 = v44 - v35;
let v46 = v43 - v45; let v47 = if v32 { v44 } else { 0.0f32 }; let v48 = if v32 { v46 } else { 0.0f32 };
let v49 = v47 * v47; let v50 = v49 * v49; let v52 = 0.010566948f32 * v50; let v54 = v52 + 0.030268919f32;
let v55 = v54 * v50; let v57 = v55 + 0.07499992f32; let v59 = 0.03098546f32 * v50; let v61 = v59 + 0.023613714f32;
let v62 = v61 * v50; let v64 = v62 + 0.044647675f32; let v65 = v64 * v49; let v66 = v57 + v65; let v67 = v66 * v49;
let v69 = v67 + 0.16666667f32; let v70 = v49 * v69; let v71 = v47 * v70; let v72 = v48 + v71; let v73 = v47 + v72;
let v74 = v73 - v47; let v75 = v72 - v74; let v79 = v73 * (-2.0f32); let v81 = v75 * 2.0f32;
let v82 = 1.5707964f32 + v79; let v83 = v82 - 1.5707964f32; let v84 = v79 - v83; let v85 = (-4.371139e-8f32) - v81;
let v86 = v84 + v85; let v87 = v82 + v86; let v89 = v2 <= 0.5f32; let v90 = if v89 { v26 } else { v87 };
let v91 = v90.copysign(v0); let v93 = v2 <= 1.0f32; let v95 = if v93 { v91 } else { f32::NAN }; (v95, false)
}
#[inline(always)]
pub fn asin(v0: f32) -> f32 {
asin_quick(v0).0
}
#[inline(always)]
pub fn acos_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v3 = v0 * v0; let v4 = v3 * v3; let v6 = 0.010566948f32 * v4; let v8 = v6 + 0.030268919f32;
let v9 = v8 * v4; let v11 = v9 + 0.07499992f32; let v13 = 0.03098546f32 * v4; let v15 = v13 + 0.023613714f32;
let v16 = v15 * v4; let v18 = v16 + 0.044647675f32; let v19 = v18 * v3; let v20 = v11 + v19; let v21 = v20 * v3;
let v23 = v21 + 0.16666667f32; let v24 = v3 * v23; let v25 = v0 * v24; let v28 = -v0; let v29 = 1.5707964f32 + v28;
let v30 = v29 - 1.5707964f32; let v31 = v28 - v30; let v32 = (-4.371139e-8f32) - v25; let v33 = v31 + v32;
let v34 = v29 + v33; let v37 = 1.0f32 - v2; let v39 = v37 * 0.5f32; let v40 = v39 > 0.0f32;
let v42 = if v40 { v39 } else { 0.5f32 }; let v43 = v42.sqrt(); let v44 = v43 * v43; let v45 = -v44;
let v46 = v43.mul_add(v43, v45); let v47 = v42 - v44; let v48 = v47 - v46; let v49 = v48 + 0.0f32;
let v50 = v43 + v43; let v51 = v49 / v50; let v52 = v43 + v51; let v53 = v52 - v43; let v54 = v51 - v53;
let v55 = if v40 { v52 } else { 0.0f32 }; let v56 = if v40 { v54 } else { 0.0f32 }; let v57 = v55 * v55;
let v58 = v57 * v57; let v60 = 0.010566948f32 * v58; let v62 = v60 + 0.030268919f32; let v63 = v62 * v58;
let v65 = v63 + 0.07499992f32; let v67 = 0.03098546f32 * v58; let v69 = v67 + 0.023613714f32; let v70 = v69 * v58;
let v72 = v70 + 0.044647675f32; let v73 = v72 * v57; let v74 = v65 + v73; let v75 = v74 * v57;
let v77 = v75 + 0.16666667f32; let v78 = v57 * v77; let v79 = v55 * v78; let v80 = v56 + v79; let v81 = v55 + v80;
let v82 = v81 - v55; let v83 = v80 - v82; let v84 = v81 + v81; let v85 = v83 + v83; let v86 = v84 + v85;
let v89 = -v84; let v90 = 3.1415927f32 + v89; let v91 = v90 - 3.1415927f32; let v92 = v89 - v91;
let v93 = (-8.742278e-8f32) - v85; let v94 = v92 + v93; let v95 = v90 + v94; let v97 = v0 < 0.0f32;
let v98 = if v97 { v95 } else { v86 }; let v100 = v2 <= 0.5f32; let v101 = if v100 { v34 } else { v98 };
let v103 = v2 <= 1.0f32; let v105 = if v103 { v101 } else { f32::NAN }; (v105, false)
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
let v71 = v68 + v70; let v72 = v47 + v71; let v73 = v72 - v47; let v74 = v71 - v73;
let v77 = if v15 { 0.7853982f32 } else { 0.0f32 }; let v78 = if v15 { (-2.1855694e-8f32) } else { 0.0f32 };
let v81 = -v72; let v82 = -v74; let v85 = v77 == 0.0f32; let v86 = if v85 { 1.5707964f32 } else { 0.7853982f32 };
let v87 = if v85 { (-4.371139e-8f32) } else { (-2.1855694e-8f32) }; let v88 = if v5 { v86 } else { v77 };
let v89 = if v5 { v87 } else { v78 }; let v90 = if v5 { v81 } else { v72 }; let v91 = if v5 { v82 } else { v74 };
let v92 = v88 + v90; let v93 = v92 - v88; let v94 = v92 - v93; let v95 = v88 - v94; let v96 = v90 - v93;
let v97 = v95 + v96; let v98 = v89 + v91; let v99 = v97 + v98; let v100 = v92 + v99; let v101 = v100.copysign(v0);
let v102 = v0 != v0; let v103 = if v102 { v0 } else { v101 }; (v103, false)
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
let v86 = v65 * v85; let v87 = v67 * v66; let v88 = v66 - v87; let v89 = v86 + v88; let v90 = v65 + v89;
let v91 = v90 - v65; let v92 = v89 - v91; let v95 = if v33 { 0.7853982f32 } else { 0.0f32 };
let v96 = if v33 { (-2.1855694e-8f32) } else { 0.0f32 }; let v97 = v95 == 0.0f32; let v106 = v1.to_bits() as i32;
let v108 = v106 < 0i32; let v109 = -v90; let v110 = -v92; let v111 = v15 ^ v108;
let v112 = if v111 { v109 } else { v90 }; let v113 = if v111 { v110 } else { v92 };
let v114 = if v108 { 3.1415927f32 } else { 0.0f32 }; let v115 = if v108 { (-8.742278e-8f32) } else { 0.0f32 };
let v116 = if v15 { 1.5707964f32 } else { v114 }; let v117 = if v15 { (-4.371139e-8f32) } else { v115 };
let v118 = if v108 { 2.3561945f32 } else { 0.7853982f32 };
let v119 = if v108 { (-5.9624403e-9f32) } else { (-2.1855694e-8f32) }; let v120 = if v97 { v116 } else { v118 };
let v121 = if v97 { v117 } else { v119 }; let v122 = v120 + v112; let v123 = v122 - v120; let v124 = v122 - v123;
let v125 = v120 - v124; let v126 = v112 - v123; let v127 = v125 + v126; let v128 = v121 + v113;
let v129 = v127 + v128; let v130 = v122 + v129; let v131 = v130.copysign(v0); let v132 = v1 != v1;
let v133 = if v132 { v1 } else { v131 }; let v134 = v0 != v0; let v135 = if v134 { v0 } else { v133 }; (v135, false)
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
let v59 = v56 - v58; let v61 = v17.wrapping_sub(1i32); let v63 = v61 >> 1; let v64 = v61.wrapping_sub(v63);
let v66 = v63.wrapping_add(127i32); let v68 = v66 << 23; let v69 = f32::from_bits(v68 as u32);
let v71 = v64.wrapping_add(127i32); let v73 = v71 << 23; let v74 = f32::from_bits(v73 as u32); let v75 = v57 * v69;
let v76 = v75 * v74; let v78 = v61 >> 1; let v79 = v61.wrapping_sub(v78); let v81 = v78.wrapping_add(127i32);
let v83 = v81 << 23; let v84 = f32::from_bits(v83 as u32); let v86 = v79.wrapping_add(127i32); let v88 = v86 << 23;
let v89 = f32::from_bits(v88 as u32); let v90 = v59 * v84; let v91 = v90 * v89; let v93 = 0.25f32 / v76;
let v95 = v93 * 4.0f32; let v96 = v93 * v91; let v97 = v95 * v96; let v98 = v93 - v97; let v100 = v2 > 40.0f32;
let v101 = v91 - v98; let v103 = if v100 { 0.0f32 } else { v101 }; let v104 = v76 + v103; let v105 = v2 * v2;
let v107 = 2.8063312e-6f32 * v105; let v109 = v107 + 0.00019838095f32; let v110 = v109 * v105;
let v112 = v110 + 0.008333339f32; let v113 = v112 * v105; let v115 = v113 + 0.16666667f32; let v116 = v105 * v115;
let v117 = v2 * v116; let v118 = v2 + v117; let v120 = v2 < 1.0f32; let v121 = if v120 { v118 } else { v104 };
let v122 = v121.copysign(v0); let v123 = v0 != v0; let v124 = if v123 { v0 } else { v122 }; (v124, false)
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
let v59 = v56 - v58; let v61 = v17.wrapping_sub(1i32); let v63 = v61 >> 1; let v64 = v61.wrapping_sub(v63);
let v66 = v63.wrapping_add(127i32); let v68 = v66 << 23; let v69 = f32::from_bits(v68 as u32);
let v71 = v64.wrapping_add(127i32); let v73 = v71 << 23; let v74 = f32::from_bits(v73 as u32); let v75 = v57 * v69;
let v76 = v75 * v74; let v78 = v61 >> 1; let v79 = v61.wrapping_sub(v78); let v81 = v78.wrapping_add(127i32);
let v83 = v81 << 23; let v84 = f32::from_bits(v83 as u32); let v86 = v79.wrapping_add(127i32); let v88 = v86 << 23;
let v89 = f32::from_bits(v88 as u32); let v90 = v59 * v84; let v91 = v90 * v89; let v93 = 0.25f32 / v76;
let v95 = v93 * 4.0f32; let v96 = v93 * v91; let v97 = v95 * v96; let v98 = v93 - v97; let v100 = v2 > 40.0f32;
let v101 = v76 + v98; let v102 = v101 - v76; let v103 = v98 - v102; let v104 = v103 + v91; let v105 = v101 + v104;
let v106 = if v100 { v76 } else { v105 }; let v107 = v0 != v0; let v108 = if v107 { v0 } else { v106 }; (v108, false)
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
let v60 = v57 - v59; let v62 = v18 >> 1; let v63 = v18.wrapping_sub(v62); let v65 = v62.wrapping_add(127i32);
let v67 = v65 << 23; let v68 = f32::from_bits(v67 as u32); let v70 = v63.wrapping_add(127i32); let v72 = v70 << 23;
let v73 = f32::from_bits(v72 as u32); let v74 = v58 * v68; let v75 = v74 * v73; let v77 = v18 >> 1;
let v78 = v18.wrapping_sub(v77); let v80 = v77.wrapping_add(127i32); let v82 = v80 << 23;
let v83 = f32::from_bits(v82 as u32); let v85 = v78.wrapping_add(127i32); let v87 = v85 << 23;
let v88 = f32::from_bits(v87 as u32); let v89 = v60 * v83; let v90 = v89 * v88; let v92 = v75 + 1.0f32;
let v93 = v92 - v75; let v94 = 1.0f32 - v93; let v95 = v94 + v90; let v98 = 2.0f32 / v92; let v99 = v98 * v92;
let v100 = -v99; let v101 = v98.mul_add(v92, v100); let v102 = 2.0f32 - v99; let v103 = v102 - v101;
let v104 = v103 + 0.0f32; let v105 = v98 * v95; let v106 = v104 - v105; let v107 = v106 / v92; let v108 = v98 + v107;
let v109 = v108 - v98; let v110 = v107 - v109; let v111 = -v108; let v112 = 1.0f32 + v111; let v113 = v112 - 1.0f32;
let v114 = v111 - v113; let v115 = v114 - v110; let v116 = v112 + v115; let v117 = v2 * v2; let v118 = v117 * v117;
let v120 = 0.002526109f32 * v118; let v122 = v120 + 0.021818403f32; let v123 = v122 * v118;
let v125 = v123 + 0.13333324f32; let v127 = (-0.008526141f32) * v118; let v129 = v127 + (-0.053964697f32);
let v130 = v129 * v117; let v131 = v125 + v130; let v132 = v131 * v117; let v134 = v132 + (-0.33333334f32);
let v135 = v117 * v134; let v136 = v2 * v135; let v137 = v2 + v136; let v139 = v2 < 0.55f32;
let v140 = if v139 { v137 } else { v116 }; let v141 = v140.copysign(v0); let v142 = v0 != v0;
let v143 = if v142 { v0 } else { v141 }; (v143, false)
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
let v70 = 0i32.wrapping_sub(v65); let v71 = v70.max((-126i32)); let v73 = v71.wrapping_add(127i32);
let v75 = v73 << 23; let v76 = f32::from_bits(v75 as u32); let v77 = v46 * v76; let v78 = v67 + v77;
let v79 = v78 - v67; let v80 = v78 - v79; let v81 = v67 - v80; let v82 = v77 - v79; let v83 = v81 + v82;
let v85 = 2.0f32 + v78; let v86 = v85 - 2.0f32; let v87 = v78 - v86; let v88 = v87 + v83; let v89 = v78 / v85;
let v90 = v89 * v85; let v91 = -v90; let v92 = v89.mul_add(v85, v91); let v93 = v78 - v90; let v94 = v93 - v92;
let v95 = v94 + v83; let v96 = v89 * v88; let v97 = v95 - v96; let v98 = v97 / v85; let v99 = v89 + v98;
let v100 = v99 - v89; let v101 = v98 - v100; let v102 = v99 * v99; let v103 = -v102;
let v104 = v99.mul_add(v99, v103); let v105 = v99 * v101; let v106 = v101 * v99; let v107 = v105 + v106;
let v108 = v104 + v107; let v109 = v102 + v108; let v110 = v109 - v102; let v111 = v108 - v110;
let v113 = 0.16206984f32 * v109; let v115 = v113 + 0.18166365f32; let v116 = v115 * v109;
let v118 = v116 + 0.22222315f32; let v119 = v118 * v109; let v121 = v119 + 0.2857143f32; let v122 = v109 * v121;
let v125 = 0.4f32 + v122; let v126 = v125 - 0.4f32; let v127 = v122 - v126; let v128 = v127 + (-5.9604646e-9f32);
let v129 = v109 * v125; let v130 = -v129; let v131 = v109.mul_add(v125, v130); let v132 = v109 * v128;
let v133 = v111 * v125; let v134 = v132 + v133; let v135 = v131 + v134; let v136 = v129 + v135;
let v137 = v136 - v129; let v138 = v135 - v137; let v141 = 0.6666667f32 + v136; let v142 = v141 - 0.6666667f32;
let v143 = v141 - v142; let v144 = 0.6666667f32 - v143; let v145 = v136 - v142; let v146 = v144 + v145;
let v147 = (-1.9868216e-8f32) + v138; let v148 = v146 + v147; let v149 = v141 + v148; let v150 = v149 - v141;
let v151 = v148 - v150; let v152 = v109 * v149; let v153 = -v152; let v154 = v109.mul_add(v149, v153);
let v155 = v109 * v151; let v156 = v111 * v149; let v157 = v155 + v156; let v158 = v154 + v157;
let v159 = v152 + v158; let v160 = v159 - v152; let v161 = v158 - v160; let v162 = v99 * v159; let v163 = -v162;
let v164 = v99.mul_add(v159, v163); let v165 = v99 * v161; let v166 = v101 * v159; let v167 = v165 + v166;
let v168 = v164 + v167; let v169 = v162 + v168; let v170 = v169 - v162; let v171 = v168 - v170; let v172 = v99 + v99;
let v173 = v101 + v101; let v174 = v172 + v169; let v175 = v174 - v172; let v176 = v174 - v175;
let v177 = v172 - v176; let v178 = v169 - v175; let v179 = v177 + v178; let v180 = v173 + v171;
let v181 = v179 + v180; let v182 = v174 + v181; let v183 = v182 - v174; let v184 = v181 - v183;
let v186 = v65.wrapping_add(1262485504i32); let v187 = f32::from_bits(v186 as u32);
let v189 = v187 + (-12582912.0f32); let v190 = v189 + v47; let v193 = v190 * 0.69314575f32;
let v194 = v190 * 1.4286068e-6f32; let v195 = v193 + v182; let v196 = v195 - v193; let v197 = v195 - v196;
let v198 = v193 - v197; let v199 = v182 - v196; let v200 = v198 + v199; let v201 = v184 + v194;
let v202 = v200 + v201; let v203 = v195 + v202; let v204 = v2 * v2; let v205 = v204 * v2;
let v207 = v205 * (-0.16666667f32); let v208 = v2 + v207; let v210 = v2 < 0.00024414063f32;
let v211 = if v210 { v208 } else { v203 }; let v213 = v2 == f32::INFINITY;
let v214 = if v213 { f32::INFINITY } else { v211 }; let v215 = v214.copysign(v0); let v216 = v0 != v0;
let v217 = if v216 { v0 } else { v215 }; (v217, false)
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
let v74 = 0i32.wrapping_sub(v69); let v75 = v74.max((-126i32)); let v77 = v75.wrapping_add(127i32);
let v79 = v77 << 23; let v80 = f32::from_bits(v79 as u32); let v81 = v50 * v80; let v82 = v71 + v81;
let v83 = v82 - v71; let v84 = v82 - v83; let v85 = v71 - v84; let v86 = v81 - v83; let v87 = v85 + v86;
let v89 = 2.0f32 + v82; let v90 = v89 - 2.0f32; let v91 = v82 - v90; let v92 = v91 + v87; let v93 = v82 / v89;
let v94 = v93 * v89; let v95 = -v94; let v96 = v93.mul_add(v89, v95); let v97 = v82 - v94; let v98 = v97 - v96;
let v99 = v98 + v87; let v100 = v93 * v92; let v101 = v99 - v100; let v102 = v101 / v89; let v103 = v93 + v102;
let v104 = v103 - v93; let v105 = v102 - v104; let v106 = v103 * v103; let v107 = -v106;
let v108 = v103.mul_add(v103, v107); let v109 = v103 * v105; let v110 = v105 * v103; let v111 = v109 + v110;
let v112 = v108 + v111; let v113 = v106 + v112; let v114 = v113 - v106; let v115 = v112 - v114;
let v117 = 0.16206984f32 * v113; let v119 = v117 + 0.18166365f32; let v120 = v119 * v113;
let v122 = v120 + 0.22222315f32; let v123 = v122 * v113; let v125 = v123 + 0.2857143f32; let v126 = v113 * v125;
let v129 = 0.4f32 + v126; let v130 = v129 - 0.4f32; let v131 = v126 - v130; let v132 = v131 + (-5.9604646e-9f32);
let v133 = v113 * v129; let v134 = -v133; let v135 = v113.mul_add(v129, v134); let v136 = v113 * v132;
let v137 = v115 * v129; let v138 = v136 + v137; let v139 = v135 + v138; let v140 = v133 + v139;
let v141 = v140 - v133; let v142 = v139 - v141; let v145 = 0.6666667f32 + v140; let v146 = v145 - 0.6666667f32;
let v147 = v145 - v146; let v148 = 0.6666667f32 - v147; let v149 = v140 - v146; let v150 = v148 + v149;
let v151 = (-1.9868216e-8f32) + v142; let v152 = v150 + v151; let v153 = v145 + v152; let v154 = v153 - v145;
let v155 = v152 - v154; let v156 = v113 * v153; let v157 = -v156; let v158 = v113.mul_add(v153, v157);
let v159 = v113 * v155; let v160 = v115 * v153; let v161 = v159 + v160; let v162 = v158 + v161;
let v163 = v156 + v162; let v164 = v163 - v156; let v165 = v162 - v164; let v166 = v103 * v163; let v167 = -v166;
let v168 = v103.mul_add(v163, v167); let v169 = v103 * v165; let v170 = v105 * v163; let v171 = v169 + v170;
let v172 = v168 + v171; let v173 = v166 + v172; let v174 = v173 - v166; let v175 = v172 - v174;
let v176 = v103 + v103; let v177 = v105 + v105; let v178 = v176 + v173; let v179 = v178 - v176;
let v180 = v178 - v179; let v181 = v176 - v180; let v182 = v173 - v179; let v183 = v181 + v182;
let v184 = v177 + v175; let v185 = v183 + v184; let v186 = v178 + v185; let v187 = v186 - v178;
let v188 = v185 - v187; let v190 = v69.wrapping_add(1262485504i32); let v191 = f32::from_bits(v190 as u32);
let v193 = v191 + (-12582912.0f32); let v194 = v193 + v51; let v197 = v194 * 0.69314575f32;
let v198 = v194 * 1.4286068e-6f32; let v199 = v197 + v186; let v200 = v199 - v197; let v201 = v199 - v200;
let v202 = v197 - v201; let v203 = v186 - v200; let v204 = v202 + v203; let v205 = v188 + v198;
let v206 = v204 + v205; let v207 = v199 + v206; let v209 = v0 == f32::INFINITY;
let v210 = if v209 { f32::INFINITY } else { v207 }; let v212 = v0 == 1.0f32;
let v213 = if v8 { v210 } else { f32::NAN }; let v214 = if v212 { 0.0f32 } else { v213 }; let v215 = v0 != v0;
let v216 = if v215 { v0 } else { v214 }; (v216, false)
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
let v47 = v41 + (-1.0f32); let v50 = 0i32.wrapping_sub(v45); let v51 = v50.max((-126i32));
let v53 = v51.wrapping_add(127i32); let v55 = v53 << 23; let v56 = f32::from_bits(v55 as u32); let v57 = v27 * v56;
let v58 = v47 + v57; let v59 = v58 - v47; let v60 = v58 - v59; let v61 = v47 - v60; let v62 = v57 - v59;
let v63 = v61 + v62; let v65 = 2.0f32 + v58; let v66 = v65 - 2.0f32; let v67 = v58 - v66; let v68 = v67 + v63;
let v69 = v58 / v65; let v70 = v69 * v65; let v71 = -v70; let v72 = v69.mul_add(v65, v71); let v73 = v58 - v70;
let v74 = v73 - v72; let v75 = v74 + v63; let v76 = v69 * v68; let v77 = v75 - v76; let v78 = v77 / v65;
let v79 = v69 + v78; let v80 = v79 - v69; let v81 = v78 - v80; let v82 = v79 * v79; let v83 = -v82;
let v84 = v79.mul_add(v79, v83); let v85 = v79 * v81; let v86 = v81 * v79; let v87 = v85 + v86; let v88 = v84 + v87;
let v89 = v82 + v88; let v90 = v89 - v82; let v91 = v88 - v90; let v93 = 0.16206984f32 * v89;
let v95 = v93 + 0.18166365f32; let v96 = v95 * v89; let v98 = v96 + 0.22222315f32; let v99 = v98 * v89;
let v101 = v99 + 0.2857143f32; let v102 = v89 * v101; let v105 = 0.4f32 + v102; let v106 = v105 - 0.4f32;
let v107 = v102 - v106; let v108 = v107 + (-5.9604646e-9f32); let v109 = v89 * v105; let v110 = -v109;
let v111 = v89.mul_add(v105, v110); let v112 = v89 * v108; let v113 = v91 * v105; let v114 = v112 + v113;
let v115 = v111 + v114; let v116 = v109 + v115; let v117 = v116 - v109; let v118 = v115 - v117;
let v121 = 0.6666667f32 + v116; let v122 = v121 - 0.6666667f32; let v123 = v121 - v122;
let v124 = 0.6666667f32 - v123; let v125 = v116 - v122; let v126 = v124 + v125; let v127 = (-1.9868216e-8f32) + v118;
let v128 = v126 + v127; let v129 = v121 + v128; let v130 = v129 - v121; let v131 = v128 - v130; let v132 = v89 * v129;
let v133 = -v132; let v134 = v89.mul_add(v129, v133); let v135 = v89 * v131; let v136 = v91 * v129;
let v137 = v135 + v136; let v138 = v134 + v137; let v139 = v132 + v138; let v140 = v139 - v132;
let v141 = v138 - v140; let v142 = v79 * v139; let v143 = -v142; let v144 = v79.mul_add(v139, v143);
let v145 = v79 * v141; let v146 = v81 * v139; let v147 = v145 + v146; let v148 = v144 + v147; let v149 = v142 + v148;
let v150 = v149 - v142; let v151 = v148 - v150; let v152 = v79 + v79; let v153 = v81 + v81; let v154 = v152 + v149;
let v155 = v154 - v152; let v156 = v154 - v155; let v157 = v152 - v156; let v158 = v149 - v155;
let v159 = v157 + v158; let v160 = v153 + v151; let v161 = v159 + v160; let v162 = v154 + v161;
let v163 = v162 - v154; let v164 = v161 - v163; let v166 = v45.wrapping_add(1262485504i32);
let v167 = f32::from_bits(v166 as u32); let v169 = v167 + (-12582912.0f32); let v172 = v169 * 0.69314575f32;
let v173 = v169 * 1.4286068e-6f32; let v174 = v172 + v162; let v175 = v174 - v172; let v176 = v174 - v175;
let v177 = v172 - v176; let v178 = v162 - v175; let v179 = v177 + v178; let v180 = v164 + v173;
let v181 = v179 + v180; let v182 = v174 + v181; let v184 = v182 * 0.5f32; let v185 = v2 * v2; let v186 = v185 * v2;
let v188 = v186 * 0.33333334f32; let v189 = v2 + v188; let v191 = v2 < 0.00024414063f32;
let v192 = if v191 { v189 } else { v184 }; let v195 = v2 == 1.0f32;
let v196 = if v195 { f32::INFINITY } else { f32::NAN }; let v197 = if v6 { v192 } else { v196 };
let v198 = v197.copysign(v0); let v199 = v0 != v0; let v200 = if v199 { v0 } else { v198 }; (v200, false)
}
#[inline(always)]
pub fn atanh(v0: f32) -> f32 {
atanh_quick(v0).0
}
#[inline(always)]
pub fn erf_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v6 = v2 > 0.0f32; let v7 = if v6 { v2 } else { 0.0f32 }; let v8 = v7 < 11.0f32;
let v9 = if v8 { v7 } else { 11.0f32 }; let v12 = v9 + (-4.0f32); let v13 = v12 - v9; let v14 = v12 - v13;
let v15 = v9 - v14; let v16 = (-4.0f32) - v13; let v17 = v15 + v16; let v18 = v9 + 4.0f32; let v19 = v18 - v9;
let v20 = v18 - v19; let v21 = v9 - v20; let v22 = 4.0f32 - v19; let v23 = v21 + v22; let v24 = v12 / v18;
let v25 = v24 * v18; let v26 = -v25; let v27 = v24.mul_add(v18, v26); let v28 = v12 - v25; let v29 = v28 - v27;
let v30 = v29 + v17; let v31 = v24 * v23; let v32 = v30 - v31; let v33 = v32 / v18; let v34 = v24 + v33;
let v35 = v34 - v24; let v36 = v33 - v35; let v38 = v34 * v34; let v40 = 8.98872e-5f32 * v38;
let v42 = v40 + (-0.00080715516f32); let v43 = v42 * v38; let v45 = v43 + (-0.01615647f32); let v46 = v45 * v38;
let v48 = v46 + (-0.06633988f32); let v50 = (-0.00033916777f32) * v38; let v52 = v50 + 0.0050939424f32;
let v53 = v52 * v38; let v55 = v53 + 0.037159197f32; let v56 = v55 * v34; let v57 = v48 + v56; let v58 = v57 * v34;
let v60 = v58 + 0.09373301f32; let v61 = v60 * v34; let v62 = -v61; let v63 = v60.mul_add(v34, v62);
let v64 = v60 * v36; let v65 = 0.0f32 * v34; let v66 = v64 + v65; let v67 = v63 + v66; let v68 = v61 + v67;
let v69 = v68 - v61; let v70 = v67 - v69; let v73 = v68 + (-0.10103818f32); let v74 = v73 - v68; let v75 = v73 - v74;
let v76 = v68 - v75; let v77 = (-0.10103818f32) - v74; let v78 = v76 + v77; let v79 = v70 + 2.7206952e-9f32;
let v80 = v78 + v79; let v81 = v73 + v80; let v82 = v81 - v73; let v83 = v80 - v82; let v84 = v81 * v34;
let v85 = -v84; let v86 = v81.mul_add(v34, v85); let v87 = v81 * v36; let v88 = v83 * v34; let v89 = v87 + v88;
let v90 = v86 + v89; let v91 = v84 + v90; let v92 = v91 - v84; let v93 = v90 - v92; let v96 = v91 + 0.06809708f32;
let v97 = v96 - v91; let v98 = v96 - v97; let v99 = v91 - v98; let v100 = 0.06809708f32 - v97; let v101 = v99 + v100;
let v102 = v93 + (-2.2565332e-9f32); let v103 = v101 + v102; let v104 = v96 + v103; let v105 = v104 - v96;
let v106 = v103 - v105; let v107 = v104 * v34; let v108 = -v107; let v109 = v104.mul_add(v34, v108);
let v110 = v104 * v36; let v111 = v106 * v34; let v112 = v110 + v111; let v113 = v109 + v112; let v114 = v107 + v113;
let v115 = v114 - v107; let v116 = v113 - v115; let v119 = v114 + 0.015379623f32; let v120 = v119 - v114;
let v121 = v119 - v120; let v122 = v114 - v121; let v123 = 0.015379623f32 - v120; let v124 = v122 + v123;
let v125 = v116 + (-3.773104e-10f32); let v126 = v124 + v125; let v127 = v119 + v126; let v128 = v127 - v119;
let v129 = v126 - v128; let v130 = v127 * v34; let v131 = -v130; let v132 = v127.mul_add(v34, v131);
let v133 = v127 * v36; let v134 = v129 * v34; let v135 = v133 + v134; let v136 = v132 + v135; let v137 = v130 + v136;
let v138 = v137 - v130; let v139 = v136 - v138; let v142 = v137 + (-0.13962112f32); let v143 = v142 - v137;
let v144 = v142 - v143; let v145 = v137 - v144; let v146 = (-0.13962112f32) - v143; let v147 = v145 + v146;
let v148 = v139 + 6.3551653e-9f32; let v149 = v147 + v148; let v150 = v142 + v149; let v151 = v150 - v142;
let v152 = v149 - v151; let v153 = v150 * v34; let v154 = -v153; let v155 = v150.mul_add(v34, v154);
let v156 = v150 * v36; let v157 = v152 * v34; let v158 = v156 + v157; let v159 = v155 + v158; let v160 = v153 + v159;
let v161 = v160 - v153; let v162 = v159 - v161; let v165 = v160 + 1.2329952f32; let v166 = v165 - v160;
let v167 = v165 - v166; let v168 = v160 - v167; let v169 = 1.2329952f32 - v166; let v170 = v168 + v169;
let v171 = v162 + (-3.3682372e-8f32); let v172 = v170 + v171; let v173 = v165 + v172; let v174 = v173 - v165;
let v175 = v172 - v174; let v177 = v9 + v9; let v178 = v177 + 1.0f32; let v179 = v178 - v177; let v180 = v178 - v179;
let v181 = v177 - v180; let v182 = 1.0f32 - v179; let v183 = v181 + v182; let v184 = v173 / v178;
let v185 = v184 * v178; let v186 = -v185; let v187 = v184.mul_add(v178, v186); let v188 = v173 - v185;
let v189 = v188 - v187; let v190 = v189 + v175; let v191 = v184 * v183; let v192 = v190 - v191;
let v193 = v192 / v178; let v194 = v184 + v193; let v195 = v194 - v184; let v196 = v193 - v195; let v197 = v9 * v9;
let v198 = -v197; let v199 = v9.mul_add(v9, v198); let v200 = -v197; let v201 = -v199; let v203 = v200 * 1.442695f32;
let v205 = v203 + 12582912.0f32; let v206 = v205.to_bits() as i32; let v209 = v205 + (-12582912.0f32);
let v210 = v206.wrapping_sub(1262485504i32); let v213 = v209 * 0.69314575f32; let v214 = v200 - v213;
let v215 = v209 * 1.4286068e-6f32; let v216 = -v215; let v217 = v214 + v216; let v218 = v217 - v214;
let v219 = v217 - v218; let v220 = v214 - v219; let v221 = v216 - v218; let v222 = v220 + v221;
let v223 = v222 + v201; let v224 = v217 + v223; let v225 = v224 - v217; let v226 = v224 - v225;
let v227 = v217 - v226; let v228 = v223 - v225; let v229 = v227 + v228; let v230 = v224 * v224;
let v231 = v224 * v224; let v233 = 0.0001989118f32 * v231; let v235 = v233 + 0.0083333105f32; let v236 = v235 * v231;
let v238 = v236 + 0.16666667f32; let v240 = 0.0013933821f32 * v231; let v242 = v240 + 0.041666463f32;
let v243 = v242 * v224; let v244 = v238 + v243; let v245 = v244 * v224; let v247 = v245 + 0.5f32;
let v248 = v230 * v247; let v250 = 1.0f32 + v224; let v251 = v250 - 1.0f32; let v252 = v224 - v251;
let v253 = v248 + v229; let v254 = v229 * v224; let v255 = v253 + v254; let v256 = v252 + v255;
let v257 = v250 + v256; let v258 = v257 - v250; let v259 = v256 - v258; let v260 = v194 * v257; let v261 = -v260;
let v262 = v194.mul_add(v257, v261); let v263 = v194 * v259; let v264 = v196 * v257; let v265 = v263 + v264;
let v266 = v262 + v265; let v267 = v260 + v266; let v268 = v267 - v260; let v269 = v266 - v268; let v271 = v210 >> 1;
let v272 = v210.wrapping_sub(v271); let v274 = v271.wrapping_add(127i32); let v276 = v274 << 23;
let v277 = f32::from_bits(v276 as u32); let v279 = v272.wrapping_add(127i32); let v281 = v279 << 23;
let v282 = f32::from_bits(v281 as u32); let v283 = v267 * v277; let v284 = v283 * v282; let v286 = v210 >> 1;
let v287 = v210.wrapping_sub(v286); let v289 = v286.wrapping_add(127i32); let v291 = v289 << 23;
let v292 = f32::from_bits(v291 as u32); let v294 = v287.wrapping_add(127i32); let v296 = v294 << 23;
let v297 = f32::from_bits(v296 as u32); let v298 = v269 * v292; let v299 = v298 * v297; let v301 = -v284;
let v302 = 1.0f32 + v301; let v303 = v302 - 1.0f32; let v304 = v301 - v303; let v305 = v304 - v299;
let v306 = v302 + v305; let v307 = v2 * v2; let v308 = v307 * v307; let v310 = (-0.0008015956f32) * v308;
let v312 = v310 + (-0.026854169f32); let v313 = v312 * v308; let v315 = v313 + (-0.37612626f32);
let v317 = 7.8725825e-5f32 * v308; let v319 = v317 + 0.005188994f32; let v320 = v319 * v308;
let v322 = v320 + 0.112835936f32; let v323 = v322 * v307; let v324 = v315 + v323; let v325 = v324 * v307;
let v327 = v325 + 0.12837917f32; let v328 = v2 * v327; let v329 = v2 + v328; let v331 = v2 < 1.0f32;
let v332 = if v331 { v329 } else { v306 }; let v333 = v332.copysign(v0); let v334 = v0 != v0;
let v335 = if v334 { v0 } else { v333 }; (v335, false)
}
#[inline(always)]
pub fn erf(v0: f32) -> f32 {
erf_quick(v0).0
}
#[inline(always)]
pub fn erfc_quick(v0: f32) -> (f32, bool) {
let v2 = v0.abs(); let v6 = v2 > 0.0f32; let v7 = if v6 { v2 } else { 0.0f32 }; let v8 = v7 < 11.0f32;
let v9 = if v8 { v7 } else { 11.0f32 }; let v12 = v9 + (-4.0f32); let v13 = v12 - v9; let v14 = v12 - v13;
let v15 = v9 - v14; let v16 = (-4.0f32) - v13; let v17 = v15 + v16; let v18 = v9 + 4.0f32; let v19 = v18 - v9;
let v20 = v18 - v19; let v21 = v9 - v20; let v22 = 4.0f32 - v19; let v23 = v21 + v22; let v24 = v12 / v18;
let v25 = v24 * v18; let v26 = -v25; let v27 = v24.mul_add(v18, v26); let v28 = v12 - v25; let v29 = v28 - v27;
let v30 = v29 + v17; let v31 = v24 * v23; let v32 = v30 - v31; let v33 = v32 / v18; let v34 = v24 + v33;
let v35 = v34 - v24; let v36 = v33 - v35; let v38 = v34 * v34; let v40 = 8.98872e-5f32 * v38;
let v42 = v40 + (-0.00080715516f32); let v43 = v42 * v38; let v45 = v43 + (-0.01615647f32); let v46 = v45 * v38;
let v48 = v46 + (-0.06633988f32); let v50 = (-0.00033916777f32) * v38; let v52 = v50 + 0.0050939424f32;
let v53 = v52 * v38; let v55 = v53 + 0.037159197f32; let v56 = v55 * v34; let v57 = v48 + v56; let v58 = v57 * v34;
let v60 = v58 + 0.09373301f32; let v61 = v60 * v34; let v62 = -v61; let v63 = v60.mul_add(v34, v62);
let v64 = v60 * v36; let v65 = 0.0f32 * v34; let v66 = v64 + v65; let v67 = v63 + v66; let v68 = v61 + v67;
let v69 = v68 - v61; let v70 = v67 - v69; let v73 = v68 + (-0.10103818f32); let v74 = v73 - v68; let v75 = v73 - v74;
let v76 = v68 - v75; let v77 = (-0.10103818f32) - v74; let v78 = v76 + v77; let v79 = v70 + 2.7206952e-9f32;
let v80 = v78 + v79; let v81 = v73 + v80; let v82 = v81 - v73; let v83 = v80 - v82; let v84 = v81 * v34;
let v85 = -v84; let v86 = v81.mul_add(v34, v85); let v87 = v81 * v36; let v88 = v83 * v34; let v89 = v87 + v88;
let v90 = v86 + v89; let v91 = v84 + v90; let v92 = v91 - v84; let v93 = v90 - v92; let v96 = v91 + 0.06809708f32;
let v97 = v96 - v91; let v98 = v96 - v97; let v99 = v91 - v98; let v100 = 0.06809708f32 - v97; let v101 = v99 + v100;
let v102 = v93 + (-2.2565332e-9f32); let v103 = v101 + v102; let v104 = v96 + v103; let v105 = v104 - v96;
let v106 = v103 - v105; let v107 = v104 * v34; let v108 = -v107; let v109 = v104.mul_add(v34, v108);
let v110 = v104 * v36; let v111 = v106 * v34; let v112 = v110 + v111; let v113 = v109 + v112; let v114 = v107 + v113;
let v115 = v114 - v107; let v116 = v113 - v115; let v119 = v114 + 0.015379623f32; let v120 = v119 - v114;
let v121 = v119 - v120; let v122 = v114 - v121; let v123 = 0.015379623f32 - v120; let v124 = v122 + v123;
let v125 = v116 + (-3.773104e-10f32); let v126 = v124 + v125; let v127 = v119 + v126; let v128 = v127 - v119;
let v129 = v126 - v128; let v130 = v127 * v34; let v131 = -v130; let v132 = v127.mul_add(v34, v131);
let v133 = v127 * v36; let v134 = v129 * v34; let v135 = v133 + v134; let v136 = v132 + v135; let v137 = v130 + v136;
let v138 = v137 - v130; let v139 = v136 - v138; let v142 = v137 + (-0.13962112f32); let v143 = v142 - v137;
let v144 = v142 - v143; let v145 = v137 - v144; let v146 = (-0.13962112f32) - v143; let v147 = v145 + v146;
let v148 = v139 + 6.3551653e-9f32; let v149 = v147 + v148; let v150 = v142 + v149; let v151 = v150 - v142;
let v152 = v149 - v151; let v153 = v150 * v34; let v154 = -v153; let v155 = v150.mul_add(v34, v154);
let v156 = v150 * v36; let v157 = v152 * v34; let v158 = v156 + v157; let v159 = v155 + v158; let v160 = v153 + v159;
let v161 = v160 - v153; let v162 = v159 - v161; let v165 = v160 + 1.2329952f32; let v166 = v165 - v160;
let v167 = v165 - v166; let v168 = v160 - v167; let v169 = 1.2329952f32 - v166; let v170 = v168 + v169;
let v171 = v162 + (-3.3682372e-8f32); let v172 = v170 + v171; let v173 = v165 + v172; let v174 = v173 - v165;
let v175 = v172 - v174; let v177 = v9 + v9; let v178 = v177 + 1.0f32; let v179 = v178 - v177; let v180 = v178 - v179;
let v181 = v177 - v180; let v182 = 1.0f32 - v179; let v183 = v181 + v182; let v184 = v173 / v178;
let v185 = v184 * v178; let v186 = -v185; let v187 = v184.mul_add(v178, v186); let v188 = v173 - v185;
let v189 = v188 - v187; let v190 = v189 + v175; let v191 = v184 * v183; let v192 = v190 - v191;
let v193 = v192 / v178; let v194 = v184 + v193; let v195 = v194 - v184; let v196 = v193 - v195; let v197 = v9 * v9;
let v198 = -v197; let v199 = v9.mul_add(v9, v198); let v200 = -v197; let v201 = -v199; let v203 = v200 * 1.442695f32;
let v205 = v203 + 12582912.0f32; let v206 = v205.to_bits() as i32; let v209 = v205 + (-12582912.0f32);
let v210 = v206.wrapping_sub(1262485504i32); let v213 = v209 * 0.69314575f32; let v214 = v200 - v213;
let v215 = v209 * 1.4286068e-6f32; let v216 = -v215; let v217 = v214 + v216; let v218 = v217 - v214;
let v219 = v217 - v218; let v220 = v214 - v219; let v221 = v216 - v218; let v222 = v220 + v221;
let v223 = v222 + v201; let v224 = v217 + v223; let v225 = v224 - v217; let v226 = v224 - v225;
let v227 = v217 - v226; let v228 = v223 - v225; let v229 = v227 + v228; let v230 = v224 * v224;
let v231 = v224 * v224; let v233 = 0.0001989118f32 * v231; let v235 = v233 + 0.0083333105f32; let v236 = v235 * v231;
let v238 = v236 + 0.16666667f32; let v240 = 0.0013933821f32 * v231; let v242 = v240 + 0.041666463f32;
let v243 = v242 * v224; let v244 = v238 + v243; let v245 = v244 * v224; let v247 = v245 + 0.5f32;
let v248 = v230 * v247; let v250 = 1.0f32 + v224; let v251 = v250 - 1.0f32; let v252 = v224 - v251;
let v253 = v248 + v229; let v254 = v229 * v224; let v255 = v253 + v254; let v256 = v252 + v255;
let v257 = v250 + v256; let v258 = v257 - v250; let v259 = v256 - v258; let v260 = v194 * v257; let v261 = -v260;
let v262 = v194.mul_add(v257, v261); let v263 = v194 * v259; let v264 = v196 * v257; let v265 = v263 + v264;
let v266 = v262 + v265; let v267 = v260 + v266; let v268 = v267 - v260; let v269 = v266 - v268;
let v270 = v267 + v269; let v272 = v210 >> 1; let v273 = v210.wrapping_sub(v272);
let v275 = v272.wrapping_add(127i32); let v277 = v275 << 23; let v278 = f32::from_bits(v277 as u32);
let v280 = v273.wrapping_add(127i32); let v282 = v280 << 23; let v283 = f32::from_bits(v282 as u32);
let v284 = v270 * v278; let v285 = v284 * v283; let v288 = v210 >> 1; let v289 = v210.wrapping_sub(v288);
let v291 = v288.wrapping_add(127i32); let v293 = v291 << 23; let v294 = f32::from_bits(v293 as u32);
let v296 = v289.wrapping_add(127i32); let v298 = v296 << 23; let v299 = f32::from_bits(v298 as u32);
let v300 = v267 * v294; let v301 = v300 * v299; let v303 = v210 >> 1; let v304 = v210.wrapping_sub(v303);
let v306 = v303.wrapping_add(127i32); let v308 = v306 << 23; let v309 = f32::from_bits(v308 as u32);
let v311 = v304.wrapping_add(127i32); let v313 = v311 << 23; let v314 = f32::from_bits(v313 as u32);
let v315 = v269 * v309; let v316 = v315 * v314; let v317 = -v301; let v318 = 2.0f32 + v317; let v319 = v318 - 2.0f32;
let v320 = v317 - v319; let v321 = v320 - v316; let v322 = v318 + v321; let v324 = v0 < 0.0f32;
let v325 = if v324 { v322 } else { v285 }; let v326 = v0 != v0; let v327 = if v326 { v0 } else { v325 }; (v327, false)
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

// prelude_begin.js: the function around display.js and prelude.js
(function (host, fakerOf) {
'use strict';

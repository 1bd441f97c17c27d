#!/usr/bin/env node
/* The same as `npm run admin --`. */
import '../../scripts/admin.mjs'

#!/usr/bin/env node
// The program: `npx cgt -e '{2|1||0}.Thermograph'`, `npx cgt go game.sgf`, `npx cgt` for the prompt.
import { createRequire } from 'node:module';

createRequire(import.meta.url)('./cgt.cjs');

import { test } from '@playwright/test';
import { removeUnpacked } from './unpacked-program.ts';

test('removes the unpacked program', removeUnpacked);

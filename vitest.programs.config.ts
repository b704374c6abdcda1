import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/programs/**/*.programs.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    pool: 'forks',
    maxWorkers: 4,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

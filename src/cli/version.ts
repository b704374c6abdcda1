declare const __VERSION__: string | undefined;

/** Put in by the build; running from source there is none. */
export const version = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0-source';

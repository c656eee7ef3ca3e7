export const notMePath = '/not-me';

export const notMePage = (token: string): string => `${notMePath}?${new URLSearchParams({ token })}`;

import { EventPattern, MessagePattern } from '@nestjs/microservices';
import type { Contract, PayloadOf, ReplyOf } from '../contracts/contract.js';

type Result<C extends Contract> = C['kind'] extends 'request' | 'shardRequest' ? ReplyOf<C> : unknown;
type HandlerDescriptor<C extends Contract> = TypedPropertyDescriptor<(payload: PayloadOf<C>) => Promise<Result<C>>>;

/** Marks a controller method as the handler of a contract; its parameter and result must fit the contract's types. */
export function Handles<C extends Contract>(
  contract: C,
): (target: object, key: string, descriptor: HandlerDescriptor<C>) => void {
  const asks = contract.kind === 'request' || contract.kind === 'shardRequest';
  const mark: MethodDecorator = asks
    ? MessagePattern(contract.template)
    : (EventPattern(contract.template) as MethodDecorator);
  return (target, key, descriptor) => {
    mark(target, key, descriptor);
  };
}

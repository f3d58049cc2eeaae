import { EventPattern, MessagePattern } from '@nestjs/microservices';
import type { Contract, PayloadOf, ReplyOf } from '../messages/contract.js';

/** A contract without a reply does not care what its handler resolves to. */
type Result<C extends Contract> = [ReplyOf<C>] extends [never] ? unknown : ReplyOf<C>;
type Handler<C extends Contract> = (payload: PayloadOf<C>) => Promise<Result<C>>;

/** Marks a controller method as the handler of a contract; its parameter and result must fit the contract's types. */
export function Handles<C extends Contract>(
  contract: C,
): <Method extends Handler<C>>(target: object, key: string, descriptor: TypedPropertyDescriptor<Method>) => void {
  const asks = contract.kind === 'request' || contract.kind === 'shardRequest';
  const mark: MethodDecorator = asks
    ? MessagePattern(contract.template)
    : (EventPattern(contract.template) as MethodDecorator);
  return (target, key, descriptor) => {
    mark(target, key, descriptor);
  };
}

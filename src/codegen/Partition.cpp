// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Partition.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace llbc {
namespace {

/// How much work copies may add, in percent.
constexpr size_t maxCopies = 25;
/// One root in so many may end a partition, so that partitions do not all move
/// when one kernel grows.
constexpr uint64_t boundaryRate = 4;

/// Whether nothing can tell \p value from a copy: its address is not compared,
/// or not even known.
bool hasIdentity(const GlobalValue &value) {
  if (value.hasGlobalUnnamedAddr())
    return false;
  if (const auto *function = dyn_cast<Function>(&value))
    return function->hasAddressTaken();
  SmallVector<const User *> users(value.users());
  while (!users.empty()) {
    const User *user = users.pop_back_val();
    if (isa<LoadInst>(user))
      continue;
    const auto *address = dyn_cast<GEPOperator>(user);
    const auto *cast = dyn_cast<AddrSpaceCastOperator>(user);
    if (!address && !cast)
      return true;
    llvm::append_range(users, user->users());
  }
  return false;
}

/// Whether \p value can be in several partitions.
bool mayBeCopied(const GlobalObject &value) {
  if (!value.hasLocalLinkage() || hasIdentity(value))
    return false;
  if (const auto *variable = dyn_cast<GlobalVariable>(&value))
    return variable->isConstant();
  return llvm::none_of(
      value.users(), [](const User *user) { return isa<BlockAddress>(user); });
}

/// Whether several parts can use \p value while one of them defines it. What
/// its initial value refers to would have to come before it.
bool mayBeShared(const GlobalObject &value) {
  const auto *variable = dyn_cast<GlobalVariable>(&value);
  return variable && variable->hasLocalLinkage() &&
         (variable->getAddressSpace() == 0 ||
          variable->getAddressSpace() == 1) &&
         isa<ConstantData>(variable->getInitializer());
}

class Cutter {
public:
  Cutter(Module &module, size_t size) : module(module), size(size) {}

  Cut run() {
    if (!module.alias_empty() || !module.ifunc_empty() ||
        !module.getModuleInlineAsm().empty() ||
        module.getNamedGlobal("llvm.global_ctors") ||
        module.getNamedGlobal("llvm.global_dtors"))
      return {};
    collect();
    if (total < 2 * size)
      return {};
    joinByState();
    for (size_t cost = size; cost < total; cost *= 2)
      if (size_t sum = group(cost); sum * 100 <= total * (100 + maxCopies))
        return take();
    return {};
  }

private:
  struct Node {
    GlobalObject *value = nullptr;
    size_t cost = 1;
    SmallVector<unsigned, 4> uses;
    SmallVector<unsigned, 4> usedBy;
    bool isShared = false;
    bool isOnlyOne = false; ///< Has a state or is visible.
    unsigned group = 0;     ///< The last one that has it; from 1.
  };

  void collect() {
    for (GlobalObject &object : module.global_objects())
      if (!object.isDeclaration() && !object.hasAppendingLinkage() &&
          !object.hasAvailableExternallyLinkage()) {
        numbers[&object] = nodes.size();
        nodes.emplace_back().value = &object;
      }
    SmallVector<GlobalValue *> listed;
    for (bool isForCompilers : {false, true})
      collectUsedGlobalVariables(module, listed, isForCompilers);
    const SmallPtrSet<const GlobalValue *, 8> used(listed.begin(),
                                                   listed.end());
    for (const auto &[number, node] : enumerate(nodes)) {
      const bool isKept =
          !node.value->hasLocalLinkage() || used.contains(node.value);
      const bool isSingle = isKept || !mayBeCopied(*node.value);
      node.isShared = isSingle && !isKept && mayBeShared(*node.value);
      node.isOnlyOne = isSingle && !node.isShared;
      collectUses(static_cast<unsigned>(number));
      total += node.cost;
    }
  }

  void collectUses(unsigned number) {
    SetVector<unsigned> found;
    SmallPtrSet<const Constant *, 16> seen;
    SmallVector<const Constant *> todo;
    auto addOperands = [&](const User &user) {
      for (const Value *operand : user.operands())
        if (const auto *constant = dyn_cast<Constant>(operand);
            constant && !isa<ConstantData>(constant) &&
            seen.insert(constant).second)
          todo.push_back(constant);
    };
    GlobalObject &value = *nodes[number].value;
    addOperands(value);
    if (auto *function = dyn_cast<Function>(&value))
      for (const BasicBlock &block : *function) {
        nodes[number].cost += block.size();
        for (const Instruction &instruction : block)
          addOperands(instruction);
      }
    while (!todo.empty()) {
      const Constant *constant = todo.pop_back_val();
      if (const auto *global = dyn_cast<GlobalValue>(constant)) {
        if (auto it = numbers.find(global); it != numbers.end())
          found.insert(it->second);
      } else
        addOperands(*constant);
    }
    for (unsigned use : found) {
      nodes[number].uses.push_back(use);
      nodes[use].usedBy.push_back(number);
    }
  }

  /// All that reaches one thing with a state or an identity stays together.
  void joinByState() {
    for (unsigned number = 0; number != nodes.size(); ++number)
      if (nodes[number].isOnlyOne)
        together.insert(number);
    std::vector<unsigned> stamp(nodes.size(), ~0U);
    for (unsigned number = 0; number != nodes.size(); ++number) {
      if (!nodes[number].isOnlyOne)
        continue;
      SmallVector<unsigned> todo = {number};
      while (!todo.empty())
        for (unsigned user : nodes[todo.pop_back_val()].usedBy) {
          if (std::exchange(stamp[user], number) == number)
            continue;
          // What reaches it through something else is joined through that.
          if (nodes[user].isOnlyOne)
            together.unionSets(user, number);
          else
            todo.push_back(user);
        }
    }
  }

  /// Fills `groups`; returns the sum of their costs.
  size_t group(size_t limit) {
    serial += static_cast<unsigned>(groups.size());
    groups.assign(1, {});
    homes.clear();
    crossing.clear();
    size_t sum = 0;
    size_t cost = 0;
    SmallDenseSet<unsigned> done;
    for (unsigned number = 0; number != nodes.size(); ++number) {
      if (!nodes[number].isOnlyOne ||
          !done.insert(together.getLeaderValue(number)).second)
        continue;
      const uint64_t hash = xxh3_64bits(nodes[number].value->getName());
      if (cost >= 2 * limit || (cost >= limit && hash % boundaryRate == 0)) {
        sum += cost;
        cost = 0;
        groups.emplace_back();
      }
      for (auto it = together.findLeader(number); it != together.member_end();
           ++it)
        cost += add(*it);
    }
    return groups.size() == 1 ? ~size_t(0) / 100 : sum + cost;
  }

  /// Adds what \p number reaches to the last group; returns what that costs.
  size_t add(unsigned number) {
    const auto current = serial + static_cast<unsigned>(groups.size());
    size_t cost = 0;
    SmallVector<unsigned> todo = {number};
    while (!todo.empty()) {
      const unsigned next = todo.pop_back_val();
      Node &node = nodes[next];
      if (std::exchange(node.group, current) == current)
        continue;
      if (node.isShared && !homes.insert(next).second) {
        crossing.insert(next);
        continue;
      }
      cost += node.cost;
      groups.back().push_back(next);
      llvm::append_range(todo, node.uses);
    }
    return cost;
  }

  Cut take() {
    Cut result;
    for (unsigned number : crossing) {
      nameForAll(*nodes[number].value);
      result.shared.insert(nodes[number].value->getName());
    }
    for (ArrayRef<unsigned> group : groups) {
      Partition &part = result.parts.emplace_back();
      for (unsigned number : group) {
        GlobalObject &value = *nodes[number].value;
        if (!value.hasName())
          value.setName("anon");
        part.definitions.insert(value.getName());
      }
    }
    return result;
  }

  /// A name that is the same in every part, whatever they may do to local ones.
  void nameForAll(GlobalValue &value) {
    std::string name = "shared_";
    for (char c : value.getName())
      name += isAlnum(c) || c == '_' ? c : '_';
    const std::string start = name;
    for (unsigned number = 1; module.getNamedValue(name); ++number)
      name = start + "_" + std::to_string(number);
    value.setName(name);
  }

  Module &module;
  const size_t size;
  std::vector<Node> nodes;
  DenseMap<const GlobalValue *, unsigned> numbers;
  EquivalenceClasses<unsigned> together; ///< Nodes that are there once.
  std::vector<std::vector<unsigned>> groups;
  DenseSet<unsigned> homes;     ///< Shared variables that a group has.
  SetVector<unsigned> crossing; ///< Those that others use as well.
  unsigned serial = 0; ///< Tells the groups of one attempt from the next's.
  size_t total = 0;
};

} // namespace

Cut cutModule(Module &module, size_t size) {
  if (size == 0)
    return {};
  TimeTraceScope scope("Partition");
  return Cutter(module, size).run();
}

std::string toBytes(const PartText &part) {
  std::vector<StringRef> names;
  for (const auto &entry : part.variables)
    names.push_back(entry.first());
  // So that equal parts have equal bytes.
  llvm::sort(names);
  return std::to_string(names.size()) + "\n" +
         (names.empty() ? "" : join(names, "\n") + "\n") + part.text;
}

std::optional<PartText> partFromBytes(StringRef bytes) {
  size_t count = 0;
  auto [line, rest] = bytes.split('\n');
  if (line.getAsInteger(10, count))
    return std::nullopt;
  PartText part;
  for (; count != 0; --count) {
    std::tie(line, rest) = rest.split('\n');
    part.variables.insert(line);
  }
  part.text = rest.str();
  return part;
}

void dropBody(Function &function) {
  function.deleteBody();
  function.setComdat(nullptr);
}

Expected<std::unique_ptr<Module>> loadPartition(StringRef bitcode,
                                                const Cut &cut,
                                                const Partition &part,
                                                LLVMContext &context) {
  Expected<std::unique_ptr<Module>> module =
      getLazyBitcodeModule(MemoryBufferRef(bitcode, "partition"), context);
  if (!module)
    return module.takeError();
  auto isIn = [&](const GlobalValue &value) {
    return part.definitions.contains(value.getName());
  };
  removeFromUsedLists(**module, [&](Constant *member) {
    const auto *value = dyn_cast<GlobalValue>(member->stripPointerCasts());
    return value && !value->isDeclaration() && !isIn(*value);
  });
  for (Function &function : **module)
    if (!function.isDeclaration() && !isIn(function))
      dropBody(function);
  for (GlobalVariable &variable : (*module)->globals()) {
    const bool isShared = cut.shared.contains(variable.getName());
    // Local ones that nothing here uses go by themselves.
    if (!variable.hasInitializer() || variable.hasAppendingLinkage() ||
        (variable.hasLocalLinkage() && !isShared))
      continue;
    if (isShared || !isIn(variable))
      variable.setLinkage(GlobalValue::ExternalLinkage);
    if (isIn(variable))
      continue;
    // Of a constant the value may be used everywhere.
    if (variable.isConstant())
      variable.setLinkage(GlobalValue::AvailableExternallyLinkage);
    else
      variable.setInitializer(nullptr);
  }
  if (Error err = (*module)->materializeAll())
    return err;
  return module;
}

} // namespace llbc
